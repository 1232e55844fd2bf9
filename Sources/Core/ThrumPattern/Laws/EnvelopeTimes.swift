/// Maps normalised envelope times to seconds: t(v) = shortest·(longest/shortest)^v.
///
/// The limits are ours, since Core Haptics publishes none.
public struct EnvelopeTimes: Equatable, Sendable {
  /// Attack times for the values 0 and 1, s.
  public var attack = 0.005...1.5
  /// Decay times for the values 0 and 1, s.
  public var decay = 0.020...3.0
  /// Release times for the values 0 and 1, s.
  public var release = 0.005...1.5

  /// Creates the default times.
  public init() {}

  /// Duration of a quick fade that does not click, s.
  public static let quickFade = 0.005

  /// Converts a normalised time, clamped to 0…1, to seconds.
  public static func seconds(_ position: Double, on scale: ClosedRange<Double>) -> Double {
    let clamped = min(1, max(0, position.isNaN ? 0 : position))
    return scale.lowerBound * exponentialBase2(clamped * logarithmBase2(scale.upperBound / scale.lowerBound))
  }
}
