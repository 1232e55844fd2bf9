import ThrumDevice
import ThrumPattern

/// A motor's response to an event of one kind and length, by sharpness: the frequency, and the lowest intensity that a
/// hand feels. Agrees with ``FeelReport`` for an event alone.
package struct MotorReach: Sendable, Encodable {
  /// The sharpness of each element of the other lists, from 0 to 1.
  package let sharpness: [Double]
  /// Hz; `nil` for an eccentric motor, whose frequency depends on the intensity.
  package let hertz: [Double]?
  /// Lowest intensity that is felt; `nil` if not even full intensity is felt.
  package let leastIntensity: [Double?]

  private static let steps = 16
  /// Steps per unit of intensity.
  private static let intensities = 100

  /// - Parameter seconds: the length of a continuous event; `nil` for a transient.
  package init(_ motor: FeelMotor, seconds: Double?) {
    let settings = motor.model
    var judge = FeelJudge(settings)
    sharpness = (0...MotorReach.steps).map { Double($0) / Double(MotorReach.steps) }
    hertz = judge.motor.isLinear ? sharpness.map(settings.sharpness.hertz(sharpness:)) : nil
    leastIntensity = sharpness.map { judge.leastIntensity(sharpness: $0, seconds: seconds, of: MotorReach.intensities) }
  }
}

extension FeelJudge {
  /// Lowest intensity that is felt, in steps; levels never fall as the intensity rises.
  fileprivate mutating func leastIntensity(sharpness: Double, seconds: Double?, of steps: Int) -> Double? {
    var (low, high) = (0, steps + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      let felt = level(
        isTap: seconds == nil, sharpness: sharpness, seconds: seconds ?? 0, intensity: Double(middle) / Double(steps))
      if felt >= 0 { high = middle } else { low = middle }
    }
    return high <= steps ? Double(high) / Double(steps) : nil
  }
}
