import TestSupport
import Testing
import ThrumPattern

@testable import ThrumEngine

/// Basic players through the app's calls: engine times, immediate starts, stored parameters, reuse.
@Suite struct PlayerTests {
  // CALL-1
  @Test func `only starting, pausing and resuming need a running engine`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    let parameter = DynamicParameter(.hapticIntensityControl, value: 1, time: 0)
    let curve = ParameterCurve(.hapticIntensityControl, time: 0, points: [ControlPoint(time: 0, value: 1)])
    #expect(rig.code { try player.start() } == .engineNotRunning)
    #expect(rig.code { try player.pause() } == .engineNotRunning)
    #expect(rig.code { try player.resume() } == .engineNotRunning)
    #expect(rig.code { try player.stop() } == nil)
    #expect(rig.code { try player.cancel() } == nil)
    #expect(rig.code { try player.seek(to: 0) } == nil)
    #expect(rig.code { try player.send([parameter]) } == nil)
    #expect(rig.code { try player.schedule(curve) } == nil)
  }

  // CALL-18
  @Test func `another engine's player is rejected, even if this engine has a player with the same number`() throws {
    let rig = try EngineRig()
    let other = try EngineRig()
    try rig.start()
    try other.start()
    let player = try rig.player(.buzz(1))
    let foreign = try other.player(.buzz(1))
    #expect(player.number == foreign.number)
    #expect(rig.code { try $0.start([foreign]) } == .invalidPatternPlayer)
    #expect(rig.code { try player.start() } == nil)
  }

  // CALL-2
  @Test(arguments: [-0.001, -1, .nan, .infinity, -.infinity]) func `every call rejects a negative or non-finite time`(
    _ time: Double
  ) throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(.buzz(1))
    let late = DynamicParameter(.hapticIntensityControl, value: 1, time: time)
    let parameter = DynamicParameter(.hapticIntensityControl, value: 1, time: 0)
    let curve = ParameterCurve(.hapticIntensityControl, time: 0, points: [ControlPoint(time: 0, value: 1)])
    #expect(rig.code { try player.start(at: time) } == .invalidTime)
    #expect(rig.code { try player.stop(at: time) } == .invalidTime)
    #expect(rig.code { try player.pause(at: time) } == .invalidTime)
    #expect(rig.code { try player.resume(at: time) } == .invalidTime)
    #expect(rig.code { try player.seek(to: time) } == .invalidTime)
    #expect(rig.code { try player.send([parameter], at: time) } == .invalidTime)
    #expect(rig.code { try player.send([late]) } == .invalidTime)
    #expect(rig.code { try player.schedule(curve, at: time) } == .invalidTime)
    #expect(!player.isActive)
  }

  // CALL-3
  @Test(arguments: [0.0, 0.1, 0.123_456, 1.0, 2.718_281_8])
  func `a start at an engine time takes effect at the nearest frame`(
    _ delay: Double
  ) throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(.tap)
    try rig.play(player, after: delay)
    rig.pass(5)
    #expect(rig.eventFrames() == [Int64((delay * 48_000).rounded())])
  }

  // CALL-4
  @Test func `in virtual time, an immediate start takes effect on the current frame, even inside a quantum`() throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(.tap)
    rig.pass(1000.25 / 48_000)
    try rig.play(player)
    rig.pass(1)
    #expect(rig.eventFrames() == [1000])
  }

  // CALL-5
  @Test func `a start at a past time takes effect immediately`() throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(.tap)
    rig.pass(2)
    try player.start(at: rig.environment.engineTime - 1)
    rig.pass(1)
    #expect(rig.eventFrames() == [96_000])
  }

  // CALL-6
  @Test func `players started for the same engine time begin in the same frame`() throws {
    let rig = try EngineRig()
    try rig.start()
    let players = [try rig.player(.tap), try rig.player(.tap), try rig.player(.tap)]
    rig.pass(0.3333)
    let time = rig.environment.engineTime + 0.7777
    for player in players { try player.start(at: time) }
    rig.pass(2)
    #expect(Set(rig.eventFrames()).count == 1)
    #expect(rig.eventFrames().count == 3)
  }

  // CALL-7
  @Test func `a dropped player plays to its end and is then removed`() throws {
    let rig = try EngineRig()
    try rig.start()
    try rig.play(try rig.player(.taps(0, 0.5)))
    #expect(rig.engine.withEngine { $0.players.ids.count } == 1)
    rig.pass(1)
    #expect(rig.eventFrames().count == 2)
    #expect(rig.engine.withEngine { $0.players.ids.isEmpty })
    // Its pending stop is removed with it and does not reach the next player in its slot.
    var other: HapticPlayer? = try rig.player(.tap)
    try other?.start()
    try other?.stop(at: rig.environment.engineTime + 1)
    other = nil
    rig.pass(0.5)
    let next = try rig.player(.buzz(2))
    try rig.play(next)
    rig.pass(1)
    #expect(next.isActive)
  }

  // CALL-8
  @Test func `parameters sent before the start take effect from the first frame of every start`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.tap)
    let half = DynamicParameter(.hapticIntensityControl, value: 0.5, time: 0)
    try player.send([half])
    for _ in 0..<3 {
      try rig.start()
      try rig.play(player)
      rig.pass(1)
      rig.stop()
    }
    let intensities = rig.environment.timeline.entries.compactMap { entry -> Double? in
      if case .event(_, _, _, let intensity, _, _) = entry.fact { intensity } else { nil }
    }
    #expect(intensities.count == 3)
    #expect(intensities.allSatisfy { abs($0 - 0.375) < 1e-6 }, "0.75, a transient's default, times 0.5")
  }

  // CALL-9
  @Test func `a parameter's relative time is added to the time of the call`() throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(.buzz(5))
    try rig.play(player)
    rig.pass(0.25)
    let late = DynamicParameter(.hapticIntensityControl, value: 0.5, time: 0.5)
    try player.send([late])
    try player.send([late], at: rig.environment.engineTime + 1)
    rig.pass(3)
    let frames = rig.environment.timeline.entries.compactMap { entry -> Int64? in
      if case .parameterApplied(_, _, let frame, _) = entry.fact { frame } else { nil }
    }
    #expect(frames == [36_000, 84_000])
  }

  // CALL-10
  @Test
  func `a curve starts at the time of the call, and a late first point is reached by a ramp from the current value`()
    throws
  {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(.buzz(5))
    try rig.play(player)
    let curve = ParameterCurve(.hapticIntensityControl, time: 100, points: [ControlPoint(time: 0.1, value: 0.25)])
    try player.schedule(curve, at: rig.environment.engineTime + 1)
    rig.pass(3)
    let applied = rig.environment.timeline.entries.compactMap { entry -> [Int64?]? in
      if case .parameterApplied(_, _, let frame, let ramp) = entry.fact { [frame, ramp?.frame] } else { nil }
    }
    #expect(applied == [[48_000, 52_800]])
  }

  // CALL-11
  @Test func `where two curves for one control overlap, the later one takes effect`() throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(.taps(0, 0.5, 1.5, 2.5))
    let long = ParameterCurve(
      .hapticIntensityControl, time: 0,
      points: [ControlPoint(time: 0, value: 1), ControlPoint(time: 1, value: 0.8), ControlPoint(time: 3, value: 0)])
    let short = ParameterCurve(
      .hapticIntensityControl, time: 0,
      points: [ControlPoint(time: 0, value: 0.4), ControlPoint(time: 0.1, value: 0.4)])
    try player.start()
    try player.schedule(short, at: rig.environment.engineTime + 0.7)
    try player.schedule(long)
    rig.pass(4)
    let intensities = rig.environment.timeline.entries.compactMap { entry -> Double? in
      if case .event(_, _, _, let intensity, _, _) = entry.fact {
        (intensity / 0.75 * 100).rounded() / 100
      } else {
        nil
      }
    }
    #expect(intensities == [1, 0.9, 0.4, 0.4])
  }

  // CALL-12
  @Test func `control values set by the app survive an engine restart, even in the middle of a curve`() throws {
    let rig = try EngineRig()
    try rig.start()
    let player = try rig.player(.tap)
    let ramp = ParameterCurve(
      .hapticIntensityControl, time: 0, points: [ControlPoint(time: 0, value: 0), ControlPoint(time: 2, value: 1)])
    try rig.play(player)
    try player.schedule(ramp)
    rig.pass(0.5)
    rig.stop()
    try rig.start()
    rig.pass(0.5)
    try rig.play(player)
    rig.pass(0.5)
    let intensities = rig.environment.timeline.entries.compactMap { entry -> Double? in
      if case .event(_, _, _, let intensity, _, _) = entry.fact { intensity / 0.75 } else { nil }
    }
    #expect(intensities.count == 2)
    #expect(abs((intensities.last ?? 0) - 0.5) < 1e-3)
  }

  // CALL-13
  @Test func `playPattern starts the engine, plays the pattern once and leaves the engine running`() throws {
    let rig = try EngineRig()
    try rig.do { try $0.playPattern(.taps(0, 0.1)) }
    #expect(rig.isRunning)
    rig.pass(1000)
    #expect(rig.isRunning)
    #expect(rig.eventFrames().count == 2)
    #expect(rig.engine.withEngine { $0.activePlayerCount } == 0)
  }

  // CALL-14
  @Test func `calling start, play and stop back to back still plays the whole tap and completes the player`() throws {
    let alone = try EngineRig()
    try alone.start()
    try alone.play(try alone.player(.tap))
    alone.pass(1)
    let idiom = try EngineRig()
    try idiom.start()
    try idiom.play(try idiom.player(.tap))
    idiom.stop()
    #expect(idiom.state == .stopped)
    idiom.pass(1)
    #expect(idiom.told == ["0 done 1", "0 stop done "])
    let heard = alone.engine.withEngine { $0.samples() }
    let felt = idiom.engine.withEngine { $0.samples() }
    let difference = zip(felt, heard).map { abs($0 - $1) }.max() ?? 1
    #expect(difference < 1e-7 && felt.count == heard.count)
    #expect((heard.max() ?? 0) > 0.05)
  }

  // CALL-15
  @Test func `an engine stop releases held events and drops scheduled starts`() throws {
    let rig = try EngineRig()
    try rig.start()
    let held = try rig.player(.buzz(5))
    let ahead = try rig.player(.tap)
    try rig.play(held)
    try rig.play(ahead, after: 0.51)
    rig.pass(0.5)
    rig.stop()
    rig.pass(1)
    #expect(rig.told == ["0.5 done 1", "0.5 done 2", "0.5 stop done "])
    #expect(rig.eventFrames() == [0])
    let samples = rig.engine.withEngine { $0.samples(0.6...1.4) }
    #expect(samples.allSatisfy { abs($0) < 1e-3 })
  }

  // CALL-16
  @Test func `starting more players than channels fails with -10851, and a player that ends frees its channel`() throws
  {
    let rig = try EngineRig()
    try rig.start()
    let players = try (0..<65).map { _ in try rig.player(.buzz(0.5)) }
    for player in players.prefix(63) { try rig.play(player) }
    // One of these two has a channel already.
    #expect(rig.code { try $0.start([players[0], players[63]]) } == nil)
    #expect(rig.code { try players[64].start() } == .noPlayerChannel)
    #expect(EngineError.Code.noPlayerChannel.rawValue == -10851)
    #expect(rig.code { try players[0].start() } == nil, "it has a channel already")
    rig.pass(1)
    #expect(rig.code { try players[64].start() } == nil)
  }

  // CALL-17
  @Test func `thousands of players that play one after another never run out of channels`() throws {
    let rig = try EngineRig()
    try rig.start()
    for _ in 0..<2000 {
      try rig.play(try rig.player(.tap))
      rig.pass(0.05)
    }
    #expect(rig.eventFrames().count == 2000)
    let kept = try (0..<300).map { _ in try rig.player(.tap) }
    for _ in 0..<3 {
      for player in kept {
        try rig.play(player)
        rig.pass(0.05)
      }
    }
    #expect(rig.eventFrames().count == 2900)
  }
}
