import Glibc

/// Seconds of the envelope's normalised times: t(v) = shortest·(longest/shortest)^v. Our own choice: Core Haptics
/// publishes none.
public struct EnvelopeTimes: Equatable, Sendable {
  /// Attack at 0 and at 1, s.
  public var attack = 0.005...1.5
  /// Decay at 0 and at 1, s.
  public var decay = 0.020...3.0
  /// Release at 0 and at 1, s.
  public var release = 0.005...1.5

  /// The defaults.
  public init() {}

  /// A fade that ends a sound quickly and without a click, s.
  public static let quickFade = 0.005

  /// The seconds of a normalised time, which is clamped to 0…1, on one of the three scales.
  public static func seconds(_ position: Double, on scale: ClosedRange<Double>) -> Double {
    let clamped = min(1, max(0, position.isNaN ? 0 : position))
    return scale.lowerBound * exp2(clamped * log2(scale.upperBound / scale.lowerBound))
  }
}
