import TestSupport
import Testing
import ThrumPattern

@testable import ThrumFormats

@Suite struct StrengthSweepTests {
  private func pattern(_ random: inout SplitMix64) -> Pattern {
    func unit() -> Double { Double.random(in: 0...1, using: &random) }
    var entries: [PatternEntry] = (0..<60).map { _ in
      let isSustained = Bool.random(using: &random)
      var parameters = [EventParameter(.hapticIntensity, unit()), EventParameter(.hapticSharpness, unit())]
      for id in [EventParameterID.attackTime, .decayTime, .releaseTime] where Bool.random(using: &random) {
        parameters.append(EventParameter(id, unit()))
      }
      parameters.append(EventParameter(.sustained, isSustained ? 1 : 0))
      let duration = Int.random(in: 0..<20, using: &random) == 0 ? nil : 0.8 * unit()
      return .event(Event(type: .hapticContinuous, time: 2 * unit(), duration: duration, parameters: parameters))
    }
    for id in [DynamicParameterID.hapticIntensityControl, .hapticSharpnessControl] where Bool.random(using: &random) {
      for _ in 0..<4 {
        let points = (0..<5).map { ControlPoint(time: 0.1 * Double($0), value: 2 * unit() - 1) }
        entries.append(.curve(ParameterCurve(id, time: 2 * unit(), points: points)))
      }
    }
    return Pattern(entries: entries)
  }

  @Test func `the sum of envelopes is the sum over all events, with controls and in two layers`() {
    var random = SplitMix64(seed: 55)
    for _ in 0..<30 {
      var timeline = PatternTimeline()
      for _ in 0..<Int.random(in: 1...2, using: &random) { timeline.add(pattern(&random)) }
      var times = timeline.holds.flatMap { $0.envelope.corners.filter(\.isFinite) }
      times += times.map(\.nextDown) + (0..<500).map { 0.007 * Double($0) }
      var sweep = StrengthSweep(timeline)
      for time in times.sorted() {
        let found = sweep.strength(at: time)
        // At a jump, rounding decides which side counts. Where next to nothing is heard, it moves the sharpness.
        let errors = [time, time - 1e-12, time + 1e-12].map { time in
          let expected = timeline.strength(at: time)
          let tone = abs((found.sharpness ?? -1) - (expected.sharpness ?? -1))
          return max(abs(found.amplitude - expected.amplitude), expected.amplitude > 1e-3 ? tone / 1_000 : 0)
        }
        #expect(errors.contains { $0 < 1e-9 }, "\(time): \(errors)")
      }
    }
  }

  @Test func `a sweep that goes back in time starts anew`() {
    var timeline = PatternTimeline()
    timeline.add(Pattern(entries: [.event(Event(type: .hapticContinuous, time: 0, duration: 1))]))
    var sweep = StrengthSweep(timeline)
    let early = sweep.amplitude(at: 0.5)
    #expect(sweep.amplitude(at: 2) == 0)
    #expect(early > 0 && sweep.amplitude(at: 0.5) == early)
  }

  @Test func `after thousands of ramps that overlap, silence is exactly zero`() {
    var timeline = PatternTimeline()
    let parameters = [EventParameter(.attackTime, 0.7), EventParameter(.releaseTime, 0.6)]
    timeline.add(
      Pattern(
        entries: (0..<3_000).map {
          .event(
            Event(
              type: .hapticContinuous, time: 0.001 * Double($0), duration: 0.3 + 0.1 * Double($0 % 7),
              parameters: parameters + [EventParameter(.hapticIntensity, Double($0 % 91) / 90)]))
        }))
    var sweep = StrengthSweep(timeline)
    let end = timeline.holds.map(\.end).max() ?? 0
    #expect(sweep.amplitude(at: end - 0.5) > 0.5)
    #expect(sweep.amplitude(at: end + 0.001) == 0)
  }
}
