/// Which of a pattern's stretches to judge: all, or those around what changed.
struct FeelScope: Sendable {
  /// For each stretch.
  private let isAsked: [Bool], isNear: [Bool]
  /// What is asked reaches so far, s.
  private let reach: ClosedRange<Double>

  /// How far a stretch that begins or ends outside of the range may reach, s. A longer one is hardly changed.
  private static let longest = 2.0
  /// How far apart stretches can change each other: a run's reach, half of touch's window and a motor's ringing, s.
  private static let near = 1.0

  /// - Parameter range: in seconds, or `nil` for all.
  init(_ stretches: [FeelStretch], around range: ClosedRange<Double>?) {
    guard let range else {
      isAsked = [Bool](repeating: true, count: stretches.count)
      isNear = isAsked
      reach = -Double.infinity...Double.infinity
      return
    }
    let longest = FeelScope.longest
    let asked = stretches.map { stretch in
      stretch.start <= range.upperBound && stretch.end >= range.lowerBound
        && stretch.start >= range.lowerBound - longest && stretch.end <= range.upperBound + longest
    }
    let (first, last) = zip(asked, stretches).reduce((range.lowerBound, range.upperBound)) { ends, next in
      next.0 ? (min(ends.0, next.1.start), max(ends.1, next.1.end)) : ends
    }
    isAsked = asked
    isNear = stretches.map { $0.start <= last + FeelScope.near && $0.end >= first - FeelScope.near }
    reach = first...last
  }

  func asks(_ stretch: Int) -> Bool { isAsked[stretch] }

  /// Whether a stretch can change what is asked.
  func concerns(_ stretch: Int) -> Bool { isNear[stretch] }

  /// The part of a range that must be read.
  func clamped(_ range: ClosedRange<Double>) -> ClosedRange<Double> { range.clamped(to: reach) }
}
