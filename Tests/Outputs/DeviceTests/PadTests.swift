import CLinux
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumMessages
import ThrumPattern
import VirtualPad

@testable import ThrumOutput
@testable import ThrumPads

/// A game pad through SDL, with a virtual pad that records its motor levels. Real time, because SDL has no other.
@Suite(.serialized, .enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage))) struct PadTests {
  private static func told() -> [virtual_rumble] {
    var told = [virtual_rumble](repeating: virtual_rumble(), count: 1 << 16)
    let count = Int(virtual_pad_told(&told, Int32(told.count)))
    return Array(told.prefix(count))
  }

  private func connect(motors: Bool = true) throws -> Int32 {
    let index = virtual_pad_connect(motors ? 1 : 0)
    if index < 0 { try Skip.test("libsdl2-2.0-0, 2.24 or later, is not installed") }
    return index
  }

  private static let pattern: Pattern = {
    func buzz(_ time: Double, _ intensity: Double, _ sharpness: Double) -> PatternEntry {
      .event(
        Event(
          type: .hapticContinuous, time: time, duration: 0.3,
          parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)]))
    }
    return Pattern(entries: [buzz(0.1, 1, 0), buzz(0.6, 0.5, 1)])
  }()

  @Test func `a pattern drives the motors on time and at the right level, then stops them`() async throws {
    let index = try connect()
    defer { virtual_pad_disconnect(index) }
    LinkedLibraries.register()
    #expect(OutputKind.devices.contains { $0.source == .pad && $0.summary == "Virtual pad" })
    let watch = try Machine.watch(forStallsBeyond: 0.02)
    let engine = try HapticEngine(EngineConfiguration { PadOutput() }, in: .realTime())
    try await engine.start()
    let player = try await engine.makePlayer(PadTests.pattern)
    let begin = thrum_monotonic_nanoseconds()
    try await engine.start([player])
    #expect(await player.untilFinished() == nil)
    try await engine.stop()
    let told = PadTests.told().map { word in
      (
        time: Double(Int64(bitPattern: word.nanoseconds &- begin)) / 1e9, low: Double(word.low) / 65_535,
        high: Double(word.high) / 65_535
      )
    }
    try watch.skipIfStalled()
    func at(_ time: Double) -> (low: Double, high: Double) {
      told.last { $0.time <= time }.map { ($0.low, $0.high) } ?? (0, 0)
    }
    // The steady part and the gaps, with 30 ms of tolerance, as a player's start adds a buffer.
    for time in stride(from: 0.2, through: 0.38, by: 0.02) {
      #expect(abs(at(time).low - 1) < 0.12 && at(time).high < 0.4, "\(time): \(at(time))")
      #expect(abs(at(time + 0.5).high - 0.54) < 0.12 && at(time + 0.5).low < 0.27, "\(time + 0.5): \(at(time + 0.5))")
    }
    #expect(at(0.08) == (0, 0) && at(0.52) == (0, 0))
    #expect(told.last.map { $0.low == 0 && $0.high == 0 } == true)
    let first = try #require(told.first { $0.low > 0 }, "\(told.prefix(5))")
    #expect((0.09...0.16).contains(first.time), "\(first)")
  }

  @Test func `a stop during a pattern stops the motors within 20 ms`() async throws {
    let index = try connect()
    defer { virtual_pad_disconnect(index) }
    let watch = try Machine.watch(forStallsBeyond: 0.005)
    // Motors without latency: a motor that has just started runs for its minimum time even after a stop.
    let quick = RumbleProfile.Motor(threshold: 0.1, latency: 0)
    let profile = RumbleProfile(strong: quick, weak: quick, crossoverHertz: 136)
    let engine = try HapticEngine(EngineConfiguration { PadOutput(profile: profile) }, in: .realTime())
    try await engine.start()
    let player = try await engine.makePlayer(PadTests.pattern)
    try await engine.start([player])
    try #require(virtual_pad_wait(60_000, 10) == 1, "the strong motor never came near its full level")
    let asked = thrum_monotonic_nanoseconds()
    try await engine.stop()
    try watch.skipIfStalled()
    let told = PadTests.told()
    let moving = try #require(told.lastIndex { $0.low > 0 || $0.high > 0 })
    let still = try #require(told.dropFirst(moving + 1).first).nanoseconds
    #expect(PadTests.told().last.map { $0.low == 0 && $0.high == 0 } == true)
    let milliseconds = Double(Int64(bitPattern: still &- asked)) / 1e6
    #expect(milliseconds < 20, "\(milliseconds) ms")
  }

  @Test func `a disconnected pad does not end the playback and is reported afterwards`() async throws {
    let index = try connect()
    let engine = try HapticEngine(EngineConfiguration { PadOutput() }, in: .realTime())
    try await engine.start()
    let player = try await engine.makePlayer(PadTests.pattern)
    try await engine.start([player])
    try #require(virtual_pad_wait(1, 10) == 1)
    virtual_pad_disconnect(index)
    #expect(await player.untilFinished() == nil)
    try await engine.stop()
    #expect(await engine.outputProblem?.message == "the game pad was disconnected")
  }

  @Test func `a pad without motors and a missing pad are rejected with a message`() throws {
    let index = try connect(motors: false)
    let bare = #expect(throws: OutputError.self) { _ = try PadOutput(index: Int(index)).open(OutputRequest()) }
    #expect(bare?.message.contains("has no motors") == true, "\(bare?.message ?? "")")
    virtual_pad_disconnect(index)
    let none = #expect(throws: OutputError.self) { _ = try PadOutput(index: 40).open(OutputRequest()) }
    #expect(none?.message.hasPrefix("there is no game pad 40") == true, "\(none?.message ?? "")")
  }
}
