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
    try rig.do { engine in
      try engine.setPlaybackRate(player, rate)
      try engine.setLooping(player, true)
      try engine.start(player)
    }
    rig.pass(0.2)
    try rig.do { engine in
      try engine.setLooping(player, false)
      try engine.stop(player)
    }
    rig.pass(0.2)
    #expect(!rig.isActive(player))
  }

  @Test(arguments: [1e15, 1e100, 1e305, Double.greatestFiniteMagnitude])
  func `offsets, loop ends and times of any size are accepted`(size: Double) throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(.taps(0, 0.5, 1))
    try rig.do { engine in
      try engine.setLoopEnd(player, size)
      try engine.setLooping(player, true)
      try engine.start([player], offset: size)
    }
    rig.pass(0.1)
    try rig.do { engine in
      try engine.seek(player, toOffset: size)
      try engine.sendParameters([DynamicParameter(.hapticIntensityControl, value: size, time: size)], to: player)
      try engine.pause(player, atTime: size)
      try engine.stop(player, atTime: size)
      try engine.start(player, atTime: size)
    }
    rig.pass(0.1)
    try rig.do { try $0.cancel(player) }
    rig.pass(0.1)
    #expect(!rig.isActive(player))
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
    try rig.do { try $0.stop(player) }
    rig.pass(2)
    #expect(!rig.isActive(player))
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
