import TestSupport
import Testing
import ThrumEngine
import ThrumPattern

/// Absurd numbers, which must neither trap nor take forever.
@Suite struct ExtremeTests {
  @Test(arguments: [(1e300, "1e+300"), (1e20, "1e+20"), (-1e100, "-1e+100"), (1e12, "1000000000000"), (0.5, "0.5")])
  func `large numbers are written with their full exponent`(value: Double, text: String) {
    #expect(TimelineText.number(value) == text)
  }

  @Test(arguments: [1e-300, 1e-9, 1e9, 1e300])
  func `a looping player can be stopped at any playback rate`(rate: Double) throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(.taps(0, 0.5, 1))
    try player.setRate(rate)
    try player.setLoops(true)
    try player.start()
    rig.pass(0.2)
    try player.setLoops(false)
    try player.stop()
    rig.pass(0.2)
    #expect(!player.isActive)
  }

  @Test(arguments: [1e15, 1e100, 1e305, Double.greatestFiniteMagnitude])
  func `offsets, loop ends and times of any size are accepted`(size: Double) throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(.taps(0, 0.5, 1))
    try player.setLoopEnd(size)
    try player.setLoops(true)
    try rig.do { try $0.start([player], offset: size) }
    rig.pass(0.1)
    try player.seek(to: size)
    try player.send([DynamicParameter(.hapticIntensityControl, value: size, time: size)])
    try player.pause(at: size)
    try player.stop(at: size)
    try player.start(at: size)
    rig.pass(0.1)
    try player.cancel()
    rig.pass(0.1)
    #expect(!player.isActive)
    #expect(rig.environment.timeline.json().count > 100)
  }

  @Test(arguments: [1e6, 1e15, 1e300])
  func `events with any duration and time are accepted`(size: Double) throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(
      Pattern(entries: [
        .event(Event(type: .hapticContinuous, time: 0, duration: size)),
        .event(Event(type: .hapticTransient, time: size)),
        .curve(
          ParameterCurve(
            .hapticIntensityControl, time: size,
            points: [ControlPoint(time: 0, value: size), ControlPoint(time: size, value: -size)])),
      ]))
    try rig.play(player)
    rig.pass(100)
    try player.stop()
    rig.pass(2)
    #expect(!player.isActive)
  }

  @Test func `an engine still runs after 9e8 s, and asking for its samples reports a problem`() throws {
    let rig = try EngineRig()
    try rig.start()
    rig.environment.advance(to: 9e8)
    #expect(rig.environment.samples().isEmpty)
    #expect(rig.environment.problems.count == 1)
    #expect(rig.isRunning)
  }
}
