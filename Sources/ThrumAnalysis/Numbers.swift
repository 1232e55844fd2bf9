import Foundation

/// A number with a fixed count of decimals, in any locale the same.
package func fixed(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite else { return value.isNaN ? "nan" : (value < 0 ? "-inf" : "inf") }
  return String(format: "%.\(decimals)f", locale: nil, value)
}
