import ThrumDevice
import ThrumPattern

/// A motor's frequency and lowest felt intensity as functions of sharpness, for one kind and length of event. Agrees
/// with ``FeelReport`` for an event that plays alone.
package struct MotorReach: Sendable, Encodable {
  /// Sharpness of each element of the other lists.
  package let sharpness: [Double]
  /// `nil` for an eccentric motor, whose frequency depends on the intensity.
  package let hertz: [Double]?
  /// `nil` if not even full intensity is felt.
  package let leastIntensity: [Double?]

  private static let steps = 16
  private static let intensities = 100

  /// - Parameter seconds: length of a continuous event, or `nil` for a transient.
  package init(_ motor: FeelMotor, seconds: Double?) {
    let settings = motor.model
    var judge = FeelJudge(FeelMotor.Variant(settings: settings))
    sharpness = (0...MotorReach.steps).map { Double($0) / Double(MotorReach.steps) }
    hertz = judge.motor.isLinear ? sharpness.map(settings.sharpness.hertz(sharpness:)) : nil
    leastIntensity = sharpness.map { judge.leastIntensity(sharpness: $0, seconds: seconds, of: MotorReach.intensities) }
  }
}

extension FeelJudge {
  /// Returns the lowest felt intensity. Levels never fall as the intensity rises.
  fileprivate mutating func leastIntensity(sharpness: Double, seconds: Double?, of steps: Int) -> Double? {
    var (low, high) = (0, steps + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      let felt = level(
        isTap: seconds == nil, sharpness: sharpness, seconds: seconds ?? 0, intensity: Double(middle) / Double(steps))
      if felt >= FeelVerdict.feltLevel { high = middle } else { low = middle }
    }
    return high <= steps ? Double(high) / Double(steps) : nil
  }
}
