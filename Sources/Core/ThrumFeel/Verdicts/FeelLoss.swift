import ThrumDevice
import ThrumOffline
import ThrumPattern

/// Changes that can be felt when the original and the converted patterns play on the same motor.
package struct FeelLoss: Sendable {
  package struct Change: Equatable, Sendable {
    /// In seconds.
    package let time: Double
    /// Change in the peak, or `nil` if the event is no longer felt.
    package let decibels: Double?
    package let seconds: Double
  }

  package let motor: String
  /// Number of felt events in the original.
  package let count: Int
  package let changes: [Change]
  /// Largest change within events that are as strong as before, dB, where that was measured.
  private let moment: Double

  /// An event lasts while it is above this share of its peak.
  private static let lasting = 0.3
  /// A change in length counts if it reaches both this time and this share of the original length. Assumed.
  private static let leastSeconds = 0.015, leastShare = 0.15

  init(motor: String, count: Int, changes: [Change], moment: Double) {
    (self.motor, self.count, self.changes, self.moment) = (motor, count, changes, moment)
  }

  /// Nothing was changed.
  package init(unchangedOn motor: String) { self.init(motor: motor, count: 0, changes: [], moment: 0) }

  package init<Failure>(
    _ original: PatternGroup, _ converted: PatternGroup, on motor: FeelMotor, _ work: Work<Failure>
  ) throws(Failure) {
    self.motor = motor.name
    var analysis = FeelAnalysis(motor)
    let events = FeelEvents(original)
    let judged = try analysis.felt(events, work)
    let levels = Dictionary(uniqueKeysWithValues: judged.map { ($0.index, $0.decibelsOverThreshold) })
    let felt = events.sorted.filter { levels[$0.index] ?? FeltMeter.silence >= FeelVerdict.feltLevel }
    count = felt.count
    moment = 0
    let (before, after) = (
      try PeakTrack(original.patterns, motor, work), try PeakTrack(converted.patterns, motor, work)
    )
    var changes: [Change] = []
    for (place, event) in felt.enumerated() {
      try work.check(at: place)
      if let change = FeelLoss.change(of: event, level: levels[event.index] ?? 0, before, after) {
        changes.append(change)
      }
    }
    self.changes = changes
  }

  private static func change(
    of event: FeelEvent, level: Double, _ before: PeakTrack, _ after: PeakTrack
  ) -> Change? {
    let range = event.time - 0.01...max(event.end, event.time) + 0.03
    let (old, new) = (before.peak(in: range), after.peak(in: range))
    guard old > 0 else { return nil }
    let decibels = ThrumPattern.decibels(max(1e-9, new / old))
    if level + decibels < FeelVerdict.feltLevel, decibels <= -FeelJudge.noticeable {
      return Change(time: event.time, decibels: nil, seconds: 0)
    }
    let (length, left) = (
      before.seconds(in: range, above: lasting * old), after.seconds(in: range, above: lasting * new)
    )
    let isOther = abs(left - length) >= max(leastSeconds, leastShare * length)
    let seconds = event.isTap || !isOther ? 0 : left - length
    let isNoticed = abs(decibels) >= FeelJudge.noticeable
    return isNoticed || seconds != 0
      ? Change(time: event.time, decibels: isNoticed ? decibels : 0, seconds: seconds) : nil
  }

  /// Summary, such as “on coin-lra-175, of 9 felt events: 2 weaker by up to 6 dB (at 0.300 s)”.
  package var words: String { words(on: motor) }

  /// As ``words``, with another name for the motor.
  package func words(on motor: String) -> String {
    let lost = changes.filter { $0.decibels == nil }
    let weaker = changes.filter { $0.decibels ?? 0 < 0 }.sorted { $0.decibels ?? 0 < $1.decibels ?? 0 }
    let stronger = changes.filter { $0.decibels ?? 0 > 0 }.sorted { $0.decibels ?? 0 > $1.decibels ?? 0 }
    let shorter = changes.filter { $0.seconds < 0 }.sorted { $0.seconds < $1.seconds }
    let longer = changes.filter { $0.seconds > 0 }.sorted { $0.seconds > $1.seconds }
    func part(_ found: [Change], _ words: (Change) -> String) -> String? {
      found.first.map { "\(found.count) \(words($0)) (at \(fixed($0.time, 3)) s)" }
    }
    let parts = [
      part(lost) { _ in "no longer felt" },
      part(weaker) { "weaker by up to \(fixed(-($0.decibels ?? 0), 0)) dB" },
      part(stronger) { "stronger by up to \(fixed($0.decibels ?? 0, 0)) dB" },
      part(shorter) { "shorter by up to \(fixed(-$0.seconds * 1_000, 0)) ms" },
      part(longer) { "longer by up to \(fixed($0.seconds * 1_000, 0)) ms" },
    ].compactMap { $0 }
    if parts.isEmpty, abs(moment) >= FeelJudge.noticeable {
      let change = "\(fixed(abs(moment), 0)) dB \(moment < 0 ? "weaker" : "stronger")"
      return "on \(motor): all events are as strong as before, but one is up to \(change) for a moment"
    }
    guard !parts.isEmpty else { return "on \(motor): no noticeable change" }
    return "on \(motor), of \(counted(count, "felt event")): \(parts.joined(separator: ", "))"
  }
}

/// Peak acceleration in each millisecond, g.
private struct PeakTrack {
  private var peaks: [Float] = []

  private static let longest = 600.0

  init<Failure>(_ patterns: [Pattern], _ motor: FeelMotor, _ work: Work<Failure>) throws(Failure) {
    var settings = motor.model
    settings.sampleRate = MotorRendering.rate
    var renderer = OfflineRenderer(patterns, settings: settings, signal: .acceleration)
    var (frame, peak) = (0, Float(0))
    while peaks.count < Int(saturating: PeakTrack.longest * 1_000),
      renderer.renderNext({ samples in
        for sample in samples {
          peak = max(peak, abs(sample))
          frame += 1
          if frame % 8 == 0 {
            peaks.append(peak)
            peak = 0
          }
        }
      })
    { try work.check() }
  }

  private func slice(_ range: ClosedRange<Double>) -> ArraySlice<Float> {
    let first = min(peaks.count, max(0, Int(saturating: range.lowerBound * 1_000)))
    return peaks[first..<min(peaks.count, max(first, Int(saturating: min(range.upperBound, 1e6) * 1_000)))]
  }

  func peak(in range: ClosedRange<Double>) -> Double { Double(slice(range).max() ?? 0) }

  /// Returns the time from the first to the last millisecond above a level.
  func seconds(in range: ClosedRange<Double>, above level: Double) -> Double {
    let part = slice(range)
    guard let first = part.firstIndex(where: { Double($0) > level }),
      let last = part.lastIndex(where: { Double($0) > level })
    else { return 0 }
    return Double(last + 1 - first) / 1_000
  }
}
