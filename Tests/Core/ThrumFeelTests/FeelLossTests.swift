import Testing
import ThrumDevice
import ThrumFeel
import ThrumPattern

/// What a conversion changes, on events whose changes are known.
@Suite struct FeelLossTests {
  private func hold(_ time: Double, _ seconds: Double, _ intensity: Double) -> PatternEntry {
    .event(
      Event(
        type: .hapticContinuous, time: time, duration: seconds,
        parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, 0.5)]))
  }

  private func loss(_ original: [PatternEntry], _ converted: [PatternEntry]) -> FeelLoss {
    FeelLoss(
      PatternGroup(Pattern(entries: original)), PatternGroup(Pattern(entries: converted)), on: FeelMotor(.watch),
      Work<Never>.endless)
  }

  @Test func `an identical pattern loses nothing, even if it is split into two that start together`() {
    let entries = [hold(0, 0.3, 0.8), hold(1, 0.3, 0.6)]
    #expect(loss(entries, entries).words == "on watch-taptic: no noticeable change")
    let parts = FeelLoss(
      PatternGroup(Pattern(entries: entries)), PatternGroup(entries.map { Pattern(entries: [$0]) }),
      on: FeelMotor(.watch), Work<Never>.endless)
    #expect(parts.changes.isEmpty && parts.count == 2)
  }

  @Test func `the summary counts weaker, shorter and missing events, and names the worst of each kind`() throws {
    let original = [hold(0, 0.3, 1), hold(1, 0.3, 0.7), hold(2, 0.3, 0.7), hold(3, 0.3, 0.7), hold(4, 0.3, 0.05)]
    // Amplitude is intensity squared: 0.7079 is 6 dB weaker, 0.84 from 0.7 is 3.2 dB stronger.
    let changed = loss(original, [hold(0, 0.3, 0.7079), hold(1, 0.2, 0.7), hold(2, 0.3, 0.84)])
    #expect(changed.count == 4, "the last one was not felt before")
    #expect(
      changed.words
        == "on watch-taptic, of 4 felt events: 1 no longer felt (at 3.000 s), 1 weaker by up to 6 dB (at 0.000 s), "
        + "1 stronger by up to 3 dB (at 2.000 s), 1 shorter by up to 99 ms (at 1.000 s)")
  }

  @Test func `a change of less than 2.2 dB is not noticed`() {
    #expect(loss([hold(0, 0.3, 0.8)], [hold(0, 0.3, 0.72)]).changes.isEmpty)
    #expect(loss([hold(0, 0.3, 0.8)], [hold(0, 0.3, 0.69)]).changes.count == 1)
  }
}
