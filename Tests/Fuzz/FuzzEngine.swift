import ThrumEngine
import ThrumPattern

/// The engine's calls in any order, with any number, among faults, in virtual time. Nothing traps, and time advances.
@Sendable func fuzzEngine(_ input: [UInt8]) {
  var bytes = Bytes(input)
  let environment = HapticEnvironment.virtual(timelineCapacity: 64)
  guard let engine = try? HapticEngine(in: environment) else { return }
  var players: [HapticPlayer] = []
  var steps = 0
  while !bytes.isEmpty, steps < 64 {
    steps += 1
    let time = bytes.choice(3) == 0 ? 0 : bytes.number()
    let pick = bytes.choice(26)
    let place = players.isEmpty ? nil : bytes.choice(players.count)
    let player = place.map { players[$0] }
    let number = bytes.number()
    let flag = number > 0.5
    engine.withEngine { engine in
      switch (pick, player) {
      case (0, _): try? engine.startAndWait()
      case (1, _): engine.stop(completion: nil)
      case (2, _): engine.setAutoShutdownEnabled(flag)
      case (3, _): engine.setPlaysHapticsOnly(flag)
      case (4, _): engine.setMutedForHaptics(flag)
      case (5, _): try? engine.notifyWhenPlayersFinished { _ in flag ? .stopEngine : .leaveEngineRunning }
      case (6, _): engine.setGain(decibels: number)
      case (7, _): try? engine.playPattern(fuzzPattern(number))
      case (8, let player?): try? player.start(at: time)
      case (9, let player?): try? player.stop(at: time)
      case (10, let player?): try? player.cancel()
      case (11, let player?): try? player.pause(at: time)
      case (12, let player?): try? player.resume(at: time)
      case (13, let player?): try? player.seek(to: number)
      case (14, let player?): try? player.setLoops(flag, at: time)
      case (15, let player?): try? player.setLoopEnd(number)
      case (16, let player?): try? player.setRate(number)
      case (17, let player?): player.isMuted = flag
      case (19, let player?):
        try? player.send([DynamicParameter(.hapticIntensityControl, value: number, time: time)])
      case (20, let player?):
        let points = [ControlPoint(time: time, value: number), ControlPoint(time: number, value: time)]
        try? player.schedule(ParameterCurve(.hapticSharpnessControl, time: 0, points: points), at: time)
      default: break
      }
    }
    if pick == 18, let place { players.remove(at: place) }
    if pick >= 21 { more(pick, number, bytes.choice(Fault.plain.count + 1), engine, environment, &players) }
  }
  engine.stop(completion: nil)
  environment.advance(by: 1)
}

private func more(
  _ pick: Int, _ number: Double, _ fault: Int, _ engine: HapticEngine, _ environment: HapticEnvironment,
  _ players: inout [HapticPlayer]
) {
  switch pick {
  case 21, 22:
    guard players.count < 24 else { return }
    if let made = try? engine.withEngine({ engine throws(EngineError) in try engine.makePlayer(fuzzPattern(number)) }) {
      players.append(made)
    }
  case 23:
    environment.apply(fault < Fault.plain.count ? Fault.plain[fault] : .limitPlayers(2))
  default:
    let before = environment.now
    if number < 10 { environment.advance(by: number) }
    precondition(environment.now >= before, "time went back")
  }
}

private func fuzzPattern(_ number: Double) -> Pattern {
  Pattern(entries: [
    .event(Event(type: .hapticTransient, time: number, parameters: [EventParameter(.hapticIntensity, number)])),
    .event(Event(type: .hapticContinuous, time: 0, duration: number)),
    .curve(ParameterCurve(.hapticIntensityControl, time: number, points: [ControlPoint(time: 0, value: number)])),
  ])
}
