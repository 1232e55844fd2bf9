import ThrumPattern
import ThrumDevice
import ThrumRender
import TestSupport
import Testing

@testable import ThrumEngine

/// Engines that the app lets go of while their device still renders.
@Suite struct DroppedEngineTests {
  /// A device in a test's hands that continues rendering while it is being closed, as a card that fades out does.
  final class FadingOutput: OutputDevice {
    private let hand: ManualOutput.Driver
    private let output: ManualOutput
    init(_ hand: ManualOutput.Driver) {
      self.hand = hand
      output = ManualOutput(hand)
    }

    func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat { try output.open(request) }
    func start(_ feed: RenderFeed) throws(OutputError) { try output.start(feed) }
    func stop() -> Bool {
      for _ in 0..<8 { hand.renderPeriod() }
      return output.stop()
    }
  }

  /// Under AddressSanitizer: a freed schedule is found.
  @Test func `what plays stays in memory until the device has closed, when the engine goes before it`() throws {
    let hand = ManualOutput.Driver()
    let environment = HapticEnvironment.virtual(opensDevices: true)
    try playAndDrop(hand, environment)
    environment.advance(by: 1)
    #expect(hand.samples.count == 2 * 16 * hand.periodFrames)
    #expect((hand.samples.suffix(256).map(abs).max() ?? 0) > 0.02)
  }

  /// Or an engine that a handler held would end on another thread, at any time.
  @Test func `what a handler held is let go of before time moves on`() throws {
    final class Held: Sendable {
      func use() {}
    }
    let environment = HapticEnvironment.virtual()
    let time = try #require(environment.virtualTime)
    var kept = 0
    for _ in 0..<5_000 {
      weak var seen: Held?
      do {
        let held = Held()
        seen = held
        time.deliver(on: time.makeHandlerQueue()) { held.use() }
      }
      environment.advance(by: 0)
      if seen != nil { kept += 1 }
    }
    #expect(kept == 0)
  }

  private func playAndDrop(_ hand: ManualOutput.Driver, _ environment: HapticEnvironment) throws {
    let engine = try HapticEngine(EngineConfiguration { FadingOutput(hand) }, in: environment)
    engine.start { _ in }
    environment.advance(by: 0)
    let taps = (0..<64).map { PatternEntry.event(Event(type: .hapticTransient, time: 0.05 + Double($0) * 0.001)) }
    try engine.withEngine { (engine) throws(EngineError) in
      let player = try engine.addPlayer(Pattern(entries: Pattern.buzz(60).entries + taps))
      try engine.start(player)
    }
    for _ in 0..<8 { hand.renderPeriod() }
  }
}
