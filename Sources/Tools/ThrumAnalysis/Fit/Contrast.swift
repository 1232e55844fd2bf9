import ThrumPattern

/// Two numbers that a sentence contrasts, with as many decimals as show their difference.
package struct Contrast {
  package let first: String
  package let second: String

  /// - Parameter decimals: the fewest.
  package init(_ first: Double, _ second: Double, decimals: Int) {
    let enough = (decimals..<decimals + 6).first { fixed(first, $0) != fixed(second, $0) } ?? decimals
    (self.first, self.second) = (fixed(first, enough), fixed(second, enough))
  }
}
