import ThrumDevice
import ThrumPattern

/// How different two patterns feel on a motor; the greater, the more different.
package struct FeltDifference: Comparable, Sendable {
  /// By how much all of what is felt is stronger in the second, dB, at least ``silent``.
  package let change: Double
  /// How far levels above the threshold are apart, dB: the root mean square over the moments at which either is felt.
  package let distance: Double

  /// The change to silence, dB.
  package static let silent = -40.0

  private var total: Double { distance + abs(change) }

  package static func < (one: FeltDifference, other: FeltDifference) -> Bool { one.total < other.total }

  /// Whether this is smaller than another difference by more than a rounding.
  package func isClearlySmaller(than other: FeltDifference) -> Bool { total < other.total - 0.1 }
}
