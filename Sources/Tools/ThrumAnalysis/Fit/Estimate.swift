import ThrumPattern

/// A value and half its 95 % confidence interval.
package struct Estimate: Encodable, Sendable {
  package let value: Double
  package let range: Double
}
