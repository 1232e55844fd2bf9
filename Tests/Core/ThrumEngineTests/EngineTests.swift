import Testing
import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumRender

/// The engine in virtual time, without a clock or a device.
@Suite struct EngineTests {
  static let buzz = Pattern(entries: [
    .event(
      Event(
        type: .hapticContinuous, time: 0, duration: 0.5, parameters: [EventParameter(.hapticIntensity, 1)]))
  ])

  private func makeEngine(_ configuration: EngineConfiguration = EngineConfiguration()) throws -> HapticEngine {
    try HapticEngine(configuration, in: .virtual())
  }

  /// Advances by whole quanta and returns all samples so far.
  private func pass(_ quanta: Int, _ engine: HapticEngine) async -> [Float] {
    await engine.environment.advance(by: Double(quanta * 64) / 48_000)
    return await engine.samples()
  }

  private func level(_ samples: [Float], _ seconds: Range<Double>) -> Float {
    let first = Int(seconds.lowerBound * 48_000)
    let frames = first..<max(first, min(samples.count / 2, Int(seconds.upperBound * 48_000)))
    #expect(!frames.isEmpty, "nothing was rendered there")
    return frames.map { abs(samples[2 * $0]) }.max() ?? 0
  }

  @Test func `starting twice and stopping twice are allowed`() async throws {
    let engine = try makeEngine()
    try await engine.start()
    try await engine.start()
    #expect(await engine.isRunning)
    try await engine.stop()
    try await engine.stop()
    #expect(await !engine.isRunning)
  }

  @Test func `starting a player on a stopped engine fails with -4805`() async throws {
    let engine = try makeEngine()
    let player = try await engine.makePlayer(EngineTests.buzz)
    let error = await #expect(throws: EngineError.self) { try await engine.start([player]) }
    #expect(error?.code == .engineNotRunning)
    #expect(error?.code.rawValue == -4805)
  }

  @Test(arguments: [-1.0, .nan, .infinity]) func `a negative or non-finite start time is rejected`(_ time: Double)
    async throws
  {
    let engine = try makeEngine()
    try await engine.start()
    let player = try await engine.makePlayer(EngineTests.buzz)
    let error = await #expect(throws: EngineError.self) { try await engine.start([player], at: time) }
    #expect(error?.code == .invalidTime)
    let shown = engine.environment.timeline.description
    #expect(shown.contains("at \(time.isFinite ? "-1.000000" : "\(time)")"), "\(shown)")
  }

  @Test func `a player plays to its end and completes`() async throws {
    let engine = try makeEngine()
    try await engine.start()
    let player = try await engine.makePlayer(EngineTests.buzz)
    try await engine.start([player])
    let samples = await pass(600, engine)
    #expect(level(samples, 0.1..<0.4) > 0.15)
    #expect(level(samples, 0.7..<0.8) < 1e-6)
    #expect(await player.untilFinished() == nil)
    try await engine.stop()
  }

  @Test func `pausing silences a player, resuming continues it and stopping ends it`() async throws {
    let engine = try makeEngine()
    try await engine.start()
    let player = try await engine.makePlayer(EngineTests.buzz)
    try await engine.start([player])
    _ = await pass(150, engine)  // 0.2 s
    try player.pause()
    _ = await pass(150, engine)
    try player.resume()
    _ = await pass(75, engine)
    try player.stop()
    let samples = await pass(75, engine)
    #expect(level(samples, 0.1..<0.2) > 0.15)
    #expect(level(samples, 0.3..<0.4) < 1e-3)
    #expect(level(samples, 0.45..<0.49) > 0.15)
    #expect(level(samples, 0.58..<0.6) < 1e-3)
    #expect(await player.untilFinished() == nil)
  }

  @Test func `a loop plays beyond the pattern's end until it is switched off`() async throws {
    let engine = try makeEngine()
    try await engine.start()
    let player = try await engine.makePlayer(EngineTests.buzz)
    try player.setLoops(true)
    try await engine.start([player])
    var samples = await pass(1500, engine)  // 2 s
    #expect(level(samples, 1.8..<1.9) > 0.15)
    try player.setLoops(false)
    samples = await pass(750, engine)
    #expect(level(samples, 2.9..<3.0) < 1e-6)
    #expect(await player.untilFinished() == nil)
  }

  @Test func `a rate of 2 halves the duration`() async throws {
    let engine = try makeEngine()
    try await engine.start()
    let player = try await engine.makePlayer(EngineTests.buzz)
    try player.setRate(2)
    try await engine.start([player])
    let samples = await pass(450, engine)
    #expect(level(samples, 0.1..<0.25) > 0.15)
    #expect(level(samples, 0.4..<0.5) < 1e-3)
  }

  @Test func `a parameter sent before the start takes effect from the start`() async throws {
    let engine = try makeEngine()
    try await engine.start()
    let player = try await engine.makePlayer(EngineTests.buzz)
    try player.send([DynamicParameter(.hapticIntensityControl, value: 0.5, time: 0)])
    try await engine.start([player])
    let samples = await pass(300, engine)
    let full = 0.35 / 2
    #expect(abs(Double(level(samples, 0.1..<0.3)) / full - 0.25) < 0.01)
  }

  @Test func `stopping the engine completes its players without an error`() async throws {
    let engine = try makeEngine()
    try await engine.start()
    let player = try await engine.makePlayer(EngineTests.buzz)
    try await engine.start([player])
    async let ended = player.untilFinished()
    try await engine.stop()
    #expect(await ended == nil)
  }

  @Test func `starting more players than the renderer has channels returns an error`() async throws {
    var configuration = EngineConfiguration()
    configuration.settings.playerCapacity = 3
    let engine = try makeEngine(configuration)
    try await engine.start()
    var players: [HapticPlayer] = []
    for _ in 0..<4 { players.append(try await engine.makePlayer(EngineTests.buzz)) }
    let all = players
    let error = await #expect(throws: EngineError.self) { try await engine.start(all) }
    #expect(error?.code == .noPlayerChannel)
  }

  @Test func `invalid render settings are rejected when an engine is created`() {
    var configuration = EngineConfiguration()
    configuration.settings.flatAcceleration = -1
    let error = #expect(throws: EngineError.self) { try makeEngine(configuration) }
    #expect(error?.code == .invalidEngineParameter)
  }

  @Test func `a tap that is stopped right after its start still plays in full`() async throws {
    let tap = Pattern(entries: [.event(Event(type: .hapticTransient, time: 0))])
    var heard: [[Float]] = []
    for stops in [false, true] {
      let engine = try makeEngine()
      try await engine.start()
      let player = try await engine.makePlayer(tap)
      try await engine.start([player])
      if stops { try player.stop() }
      heard.append(await pass(300, engine))
      #expect(await player.untilFinished() == nil)
    }
    #expect(heard[0] == heard[1])
    #expect(level(heard[0], 0..<0.4) > 0.06)
  }

  @Test func `a continuous event that is stopped right after its start does not play at all`() async throws {
    let engine = try makeEngine()
    try await engine.start()
    let player = try await engine.makePlayer(EngineTests.buzz)
    try await engine.start([player])
    try player.stop()
    let samples = await pass(300, engine)
    #expect(level(samples, 0..<0.4) == 0)
    #expect(await player.untilFinished() == nil)
  }

  @Test func `the end of one playback does not complete a later one`() async throws {
    let engine = try makeEngine()
    try await engine.start()
    let player = try await engine.makePlayer(EngineTests.buzz)
    try await engine.start([player])
    _ = await pass(50, engine)
    try player.stop()
    try await engine.start([player])
    async let ended = player.untilFinished()
    // The first playback's end is posted here; the new playback lasts half a second.
    let samples = await pass(100, engine)
    #expect(player.isActive)
    #expect(level(samples, 0.15..<0.2) > 0.1)
    _ = await pass(500, engine)
    #expect(await ended == nil)
  }

  @Test func `a start with an offset begins at that offset, even while the player is playing`() async throws {
    let engine = try makeEngine()
    try await engine.start()
    let long = Pattern(entries: [
      .event(Event(type: .hapticTransient, time: 0)),
      .event(
        Event(
          type: .hapticContinuous, time: 1, duration: 0.2, parameters: [EventParameter(.hapticIntensity, 1)])),
    ])
    let player = try await engine.makePlayer(long)
    try await engine.start([player])
    _ = await pass(150, engine)
    try await engine.start([player], offset: 0.9)
    let samples = await pass(300, engine)
    #expect(level(samples, 0.33..<0.5) > 0.15, "the buzz must come a tenth of a second after the start")
    #expect(await player.untilFinished() == nil)
  }

  @Test func `a player muted before its first start stays silent`() async throws {
    let engine = try makeEngine()
    try await engine.start()
    let player = try await engine.makePlayer(EngineTests.buzz)
    player.isMuted = true
    try await engine.start([player])
    #expect(level(await pass(300, engine), 0..<0.4) == 0)
  }

  @Test func `an invalid sample rate is rejected when an engine is created`() {
    for rate in [Double.nan, -1, 0, 1e9] {
      var configuration = EngineConfiguration { SilentOutput() }
      configuration.request.sampleRate = rate
      let error = #expect(throws: EngineError.self) { try makeEngine(configuration) }
      #expect(error?.code == .invalidEngineParameter)
    }
  }

  @Test func `event times of 1e300 s neither cause a trap nor end the playback`() async throws {
    let engine = try makeEngine()
    try await engine.start()
    let points = [ControlPoint(time: 0, value: 1), ControlPoint(time: 1e305, value: 0)]
    let player = try await engine.makePlayer(
      Pattern(entries: [
        .event(Event(type: .hapticContinuous, time: 0, duration: 1e300)),
        .event(Event(type: .hapticTransient, time: 1e300)),
        .curve(ParameterCurve(.hapticIntensityControl, time: 0, points: points)),
      ]))
    try await engine.start([player])
    _ = await pass(100, engine)
    try player.pause()
    _ = await pass(100, engine)
    try player.setRate(3)
    try player.resume()
    let samples = await pass(100, engine)
    #expect(level(samples, 0.35..<0.4) > 0)
  }
}
