import ThrumEngine
import ThrumPattern

/// The engine's calls in any order, with any number, among faults, in virtual time. Nothing traps, and time advances.
@Sendable func fuzzEngine(_ input: [UInt8]) {
  var bytes = Bytes(input)
  let environment = HapticEnvironment.virtual(timelineCapacity: 64)
  guard let engine = try? HapticEngine(in: environment) else { return }
  var players: [PlayerID] = []
  var steps = 0
  while !bytes.isEmpty, steps < 64 {
    steps += 1
    let time = bytes.choice(3) == 0 ? 0 : bytes.number()
    let pick = bytes.choice(26)
    let player = players.isEmpty ? nil : players[bytes.choice(players.count)]
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
      case (8, let id?): try? engine.start(id, atTime: time)
      case (9, let id?): try? engine.stop(id, atTime: time)
      case (10, let id?): try? engine.cancel(id)
      case (11, let id?): try? engine.pause(id, atTime: time)
      case (12, let id?): try? engine.resume(id, atTime: time)
      case (13, let id?): try? engine.seek(id, toOffset: number)
      case (14, let id?): try? engine.setLooping(id, flag, atTime: time)
      case (15, let id?): try? engine.setLoopEnd(id, number)
      case (16, let id?): try? engine.setPlaybackRate(id, number)
      case (17, let id?): engine.setMuted(id, flag)
      case (18, let id?): engine.drop(id)
      case (19, let id?):
        try? engine.sendParameters([DynamicParameter(.hapticIntensityControl, value: number, time: time)], to: id)
      case (20, let id?):
        let points = [ControlPoint(time: time, value: number), ControlPoint(time: number, value: time)]
        try? engine.scheduleParameterCurve(
          ParameterCurve(.hapticSharpnessControl, time: 0, points: points), on: id, atTime: time)
      default: break
      }
    }
    if pick >= 21 { more(pick, number, bytes.choice(16), engine, environment, &players) }
  }
  engine.stop(completion: nil)
  environment.advance(by: 1)
}

private func more(
  _ pick: Int, _ number: Double, _ fault: Int, _ engine: HapticEngine, _ environment: HapticEnvironment,
  _ players: inout [PlayerID]
) {
  switch pick {
  case 21, 22:
    guard players.count < 24 else { return }
    if let made = try? engine.withEngine({ engine throws(EngineError) in try engine.addPlayer(fuzzPattern(number)) }) {
      players.append(made)
    }
  case 23:
    let faults: [Fault] = [
      .suspendApp, .resumeApp, .interruptAudio, .endInterruption, .resetServer, .failServer, .recoverServer,
      .loseDevice,
      .restoreDevice, .beginRecording, .endRecording, .savePower, .restorePower, .passIdleTime, .limitPlayers(2),
      .clear,
    ]
    environment.apply(faults[fault])
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
