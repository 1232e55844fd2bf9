import ThrumEngine

/// A number with a tolerance: `0.8 ± 0.05`, or `0.8` alone with a tolerance of 0.001.
public struct Approximate: Equatable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Expected value.
  public var value: Double
  /// Maximum deviation.
  public var tolerance: Double

  /// Creates a number with a tolerance.
  public init(_ value: Double, within tolerance: Double = 0.001) {
    self.value = value
    self.tolerance = abs(tolerance)
  }

  /// Uses a tolerance of 0.001.
  public init(floatLiteral value: Double) { self.init(value) }
  /// Uses a tolerance of 0.001.
  public init(integerLiteral value: Int) { self.init(Double(value)) }

  /// Returns whether a number is within the tolerance, allowing 1e-9 for rounding.
  public func matches(_ other: Double) -> Bool { abs(other - value) <= tolerance + 1e-9 }
}

infix operator ± : RangeFormationPrecedence

/// Creates a number with a tolerance.
public func ± (value: Double, tolerance: Double) -> Approximate { Approximate(value, within: tolerance) }

extension Approximate: CustomStringConvertible {
  /// Such as `0.8 ± 0.05`.
  public var description: String { "\(TimelineText.number(value)) ± \(Approximate.short(tolerance))" }

  static func short(_ value: Double) -> String {
    var text = TimelineText.seconds(value)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
