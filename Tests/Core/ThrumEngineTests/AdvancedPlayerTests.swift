import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern

/// Advanced players through the app's calls, and every way to complete.
@Suite struct AdvancedPlayerTests {
  private func rig() throws -> EngineRig {
    let rig = try EngineRig()
    try rig.start()
    return rig
  }

  /// The log with times rounded to 1/20 s: a tap at a pattern's end sounds some 20 ms longer.
  private func done(_ rig: EngineRig) -> [String] {
    rig.told.map { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      let time = ((Double(parts[0]) ?? 0) * 20).rounded() / 20
      return "\(TimelineText.number(time)) \(parts[1])"
    }
  }

  // ADV-1
  @Test func `a player completes at its natural end, at an immediate stop and at a scheduled stop`() throws {
    let rig = try rig()
    let players = [try rig.player(.buzz(1)), try rig.player(.buzz(1)), try rig.player(.buzz(1))]
    for player in players { try rig.play(player) }
    rig.pass(0.25)
    try players[1].stop()
    try players[2].stop(at: rig.environment.engineTime + 0.5)
    rig.pass(2)
    #expect(done(rig) == ["0.25 done 2", "0.75 done 3", "1 done 1"])
  }

  // ADV-2
  @Test func `a cancel completes the player without an error and drops scheduled starts`() throws {
    let rig = try rig()
    let player = try rig.player(.buzz(1))
    let ahead = try rig.player(.tap)
    try rig.play(player)
    try rig.play(ahead, after: 0.5)
    rig.pass(0.1)
    try player.start(at: rig.environment.engineTime + 1)
    try player.cancel()
    try ahead.cancel()
    #expect(rig.engine.withEngine { $0.activePlayerCount } == 0, "what had not begun is over when the call returns")
    rig.pass(3)
    #expect(done(rig) == ["0.1 done 1", "0.1 done 2"])
    #expect(rig.eventFrames() == [0])
    #expect(rig.engine.withEngine { $0.activePlayerCount } == 0)
  }

  // ADV-3
  @Test func `the app's stop completes players with a nil error, and an external stop with engineNotRunning`() throws {
    for fault in [nil, Fault.suspendApp] {
      let rig = try rig()
      try rig.play(try rig.player(.buzz(1)))
      rig.pass(0.5)
      if let fault { rig.environment.apply(fault) } else { rig.stop() }
      rig.pass(0)
      #expect(rig.told.first == (fault == nil ? "0.5 done 1" : "0.5 done 1 engineNotRunning"))
    }
  }

  // ADV-4
  @Test func `a paused or looping player does not complete`() throws {
    let rig = try rig()
    let paused = try rig.player(.buzz(0.5))
    let looping = try rig.player(.buzz(0.5))
    try paused.start()
    try looping.setLoops(true)
    try looping.start()
    rig.pass(0.2)
    try paused.pause()
    rig.pass(100)
    #expect(rig.told == [])
    try paused.resume()
    try looping.setLoops(false)
    rig.pass(1)
    #expect(rig.told.count == 2)
  }

  // ADV-5
  @Test func `pause and resume take effect at their engine times and delay later events by the pause's length`() throws
  {
    let rig = try rig()
    let player = try rig.player(.taps(0, 0.5))
    try player.start()
    try player.pause(at: rig.environment.engineTime + 0.25)
    try player.resume(at: rig.environment.engineTime + 1.25)
    rig.pass(3)
    #expect(rig.eventFrames() == [0, 72_000])
    #expect(done(rig) == ["1.5 done 1"])
  }

  // ADV-6
  @Test func `the loop end defaults to the pattern's end, and setting it to 0 restores the default`() throws {
    let rig = try rig()
    let pattern = Pattern(entries: [
      .event(Event(type: .hapticTransient, time: 0)),
      .event(Event(type: .hapticContinuous, time: 0.5, duration: 1)),
    ])
    let player = try rig.player(pattern)
    #expect(player.loopEnd == 1.5)
    try player.setLoopEnd(0.75)
    #expect(player.loopEnd == 0.75)
    try player.setLoopEnd(0)
    #expect(player.loopEnd == 1.5)
    try player.setLoopEnd(-1)
    #expect(player.loopEnd == 1.5)
  }

  // ADV-7
  @Test func `a loop repeats at its end, and once looping is off, the player plays to the pattern's end`() throws {
    let rig = try rig()
    let player = try rig.player(.taps(0, 1))
    try player.setLoops(true)
    try player.setLoopEnd(0.25)
    try player.start()
    rig.pass(0.8)
    try player.setLoops(false)
    rig.pass(3)
    #expect(rig.eventFrames() == [0, 12_000, 24_000, 36_000, 84_000])
    #expect(done(rig) == ["1.75 done 1"])
  }

  // ADV-8
  @Test func `a rate scales event times, and a rate that is not positive is ignored`() throws {
    let rig = try rig()
    let player = try rig.player(.taps(0, 1))
    try player.setRate(2)
    try player.setRate(0)
    try player.setRate(-1)
    try player.setRate(.nan)
    try player.start()
    rig.pass(2)
    #expect(rig.eventFrames() == [0, 24_000])
    #expect(done(rig) == ["0.5 done 1"])
  }

  // ADV-9
  @Test func `a seek before a player starts affects only its next start, even before the engine has run`() throws {
    let rig = try EngineRig()
    let player = try rig.player(.taps(0, 1, 2))
    try player.seek(to: 1.5)
    try rig.start()
    try rig.play(player)
    rig.pass(3)
    try rig.play(player)
    rig.pass(3)
    #expect(rig.eventFrames() == [24_000, 144_000, 192_000, 240_000])
    rig.stop()
    try rig.start()
    try rig.play(player)
    rig.pass(3)
    #expect(rig.eventFrames().suffix(3) == [0, 48_000, 96_000])
  }

  // ADV-10
  @Test func `a seek to the end completes a player and restarts a looping one`() throws {
    let rig = try rig()
    let single = try rig.player(.buzz(1))
    let looping = try rig.player(.taps(0, 1))
    try looping.setLoops(true)
    try single.start()
    try looping.start()
    rig.pass(0.5)
    try single.seek(to: 1)
    try looping.seek(to: 7)
    rig.pass(0.25)
    #expect(done(rig) == ["0.5 done 1"])
    #expect(rig.eventFrames() == [0, 0, 24_000])
  }

  // ADV-11
  @Test func `a muted player's time advances, and the player completes`() throws {
    let rig = try rig()
    let player = try rig.player(.buzz(1))
    try rig.play(player)
    rig.pass(0.25)
    player.isMuted = true
    rig.pass(0.5)
    player.isMuted = false
    rig.pass(1)
    #expect(done(rig) == ["1 done 1"])
    let samples = rig.engine.withEngine { $0.samples() }
    func level(_ range: Range<Int>) -> Float { range.map { abs(samples[2 * $0]) }.max() ?? 0 }
    #expect(level(4_800..<9_600) > 0.1)
    #expect(level(16_000..<34_000) < 1e-3)
    #expect(level(40_000..<46_000) > 0.1)
  }

  private typealias LoopCase = (rate: Double, loops: Bool, loopEnd: Double?)

  // ADV-14
  @Test(arguments: [(0.5, false, nil), (1.5, false, nil), (1, true, nil), (1.5, true, 0.4)] as [LoopCase])
  func `offline rendering at a rate and in a loop gives the engine's samples`(
    rate: Double, loops: Bool, loopEnd: Double?
  ) throws {
    let pattern = Pattern(
      entries: Pattern.taps(0, 0.2).entries + [.event(Event(type: .hapticContinuous, time: 0.3, duration: 0.2))])
    let rig = try rig()
    let player = try rig.player(pattern)
    try player.setRate(rate)
    try player.setLoops(loops)
    if let loopEnd { try player.setLoopEnd(loopEnd) }
    try rig.play(player)
    rig.pass(3)
    let live = rig.engine.withEngine { $0.samples() }
    var playback = OfflineRenderer.Playback()
    (playback.rate, playback.loops, playback.loopEnd) = (rate, loops, loopEnd)
    var renderer = OfflineRenderer([pattern], settings: RenderSettings(), lengthSeconds: 2.9, playback: playback)
    var offline: [Float] = []
    while renderer.renderNext({ offline += $0 }) {}
    let late = try #require(live.firstIndex { $0 != 0 }) - (try #require(offline.firstIndex { $0 != 0 }))
    let frames = 2 * 48_000 * 28 / 10
    #expect(Array(live[late..<late + frames]) == Array(offline[..<frames]))
  }

  // ADV-12
  @Test func `starting a playing player restarts it, and it completes only once`() throws {
    let rig = try rig()
    let player = try rig.player(.buzz(1))
    try rig.play(player)
    rig.pass(0.5)
    try rig.play(player)
    rig.pass(3)
    #expect(done(rig) == ["1.5 done 1"])
    #expect(rig.eventFrames() == [0, 24_000])
    // The end of one playback is not a completion while another start is pending.
    try rig.play(player)
    try rig.play(player, after: 2)
    rig.pass(4)
    #expect(done(rig) == ["1.5 done 1", "6.5 done 1"])
  }

  // ADV-13
  @Test func `game controllers have no advanced players and play no audio`() throws {
    let rig = try EngineRig(profile: .controller)
    #expect(rig.code { _ = try $0.makePlayer(.tap) } == .notSupported)
    try rig.start()
    #expect(rig.code { _ = try $0.makePlayer(.tap) } == .notSupported)
    let both = Pattern(entries: [
      .event(Event(type: .hapticTransient, time: 0)), .event(Event(type: .audioContinuous, time: 0, duration: 1)),
    ])
    try rig.play(try rig.player(both, isAdvanced: false))
    rig.pass(2)
    #expect(rig.eventFrames().count == 1)
  }
}
