import ThrumEngine

/// A number and how far from it another may be: `0.8 ± 0.05`, or `0.8` alone, which allows 0.001.
public struct Approximate: Equatable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// What is expected.
  public var value: Double
  /// How far off is still right; not negative.
  public var tolerance: Double

  /// A number with a tolerance.
  public init(_ value: Double, within tolerance: Double = 0.001) {
    self.value = value
    self.tolerance = abs(tolerance)
  }

  /// A number, give or take 0.001.
  public init(floatLiteral value: Double) { self.init(value) }
  /// A number, give or take 0.001.
  public init(integerLiteral value: Int) { self.init(Double(value)) }

  /// Whether a number is near enough; what lies below a billionth is the noise of adding doubles.
  public func matches(_ other: Double) -> Bool { abs(other - value) <= tolerance + 1e-9 }
}

infix operator ± : RangeFormationPrecedence

/// A number with a tolerance: `0.8 ± 0.05`.
public func ± (value: Double, tolerance: Double) -> Approximate { Approximate(value, within: tolerance) }

extension Approximate: CustomStringConvertible {
  /// `0.8 ± 0.05`.
  public var description: String { "\(TimelineText.number(value)) ± \(Approximate.short(tolerance))" }

  /// A tolerance with as many decimals as it needs.
  static func short(_ value: Double) -> String {
    var text = TimelineText.seconds(value)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
