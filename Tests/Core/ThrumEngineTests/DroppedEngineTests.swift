import TestSupport
import Testing
import ThrumDevice
import ThrumPattern
import ThrumRender

@testable import ThrumEngine

/// Engines that the app releases while their device still renders.
@Suite struct DroppedEngineTests {
  /// A manual device that keeps rendering while it is being closed, like a card that fades out.
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

  /// Under AddressSanitizer a schedule that was freed too early is found.
  @Test func `a playing pattern stays in memory until the device has closed, even after its engine is released`() throws
  {
    let hand = ManualOutput.Driver()
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let player = try playAndDrop(hand, environment)
    environment.advance(by: 1)
    #expect(hand.samples.count == 2 * 16 * hand.periodFrames)
    #expect((hand.samples.suffix(256).map(abs).max() ?? 0) > 0.02)
    withExtendedLifetime(player) {}
  }

  /// Otherwise an engine captured by a handler could be released on another thread at any time.
  @Test func `an object captured by a handler is released before time advances`() throws {
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

  private func playAndDrop(_ hand: ManualOutput.Driver, _ environment: HapticEnvironment) throws
    -> HapticPlayer
  {
    let engine = try HapticEngine(EngineConfiguration { FadingOutput(hand) }, in: environment)
    engine.start { _ in }
    environment.advance(by: 0)
    let taps = (0..<64).map { PatternEntry.event(Event(type: .hapticTransient, time: 0.05 + Double($0) * 0.001)) }
    let player = try engine.withEngine { (engine) throws(EngineError) in
      try engine.makePlayer(Pattern(entries: Pattern.buzz(60).entries + taps))
    }
    try player.start()
    for _ in 0..<8 { hand.renderPeriod() }
    return player
  }
}
