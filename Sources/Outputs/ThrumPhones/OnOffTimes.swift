import ThrumPattern

/// A pattern for a motor without adjustable strength. Whoever registers the phones makes it, since it takes the motors'
/// models.
package struct OnOffTimes: Sendable {
  /// Alternately on and off, ms.
  package let milliseconds: [Int]
  /// What is left of the difference to the pattern.
  package let difference: String

  package init(milliseconds: [Int], difference: String) {
    (self.milliseconds, self.difference) = (milliseconds, difference)
  }
}

package typealias OnOffMaker = @Sendable (_ patterns: [Pattern]) -> OnOffTimes
