import Synchronization
import ThrumAnalysis
import ThrumDevice
import ThrumFeel

final class MotorRoutes: Sendable {
  private struct Question: Hashable {
    let actuator: String
    /// Length in steps of 5 ms, 0 for a transient.
    let length: Int
  }

  private let motors: StudioMotors
  private let known = Mutex<[Question: MotorReach]>([:])
  private static let most = 256
  /// Maximum length, s.
  private static let longest = 0.6

  init(motors: StudioMotors) { self.motors = motors }

  /// Returns the reach for transients or, with a length in seconds, for continuous events.
  func reach(actuator: String?, seconds: String?) -> HTTPResponse {
    guard let motor = motors.named(actuator) else {
      return .refusal(400, "badSettings", "there is no actuator “\(actuator ?? "")”")
    }
    guard let length = seconds.map(Double.init) ?? 0, length >= 0 else {
      return .refusal(400, "badSettings", "the length must be a number of seconds")
    }
    let steps = seconds == nil ? 0 : max(1, Int((min(length, MotorRoutes.longest) * 200).rounded()))
    let question = Question(actuator: motor.preset.name, length: steps)
    if let found = known.withLock({ $0[question] }) { return .json(found) }
    var settings = RenderSettings()
    motor.apply(to: &settings)
    let judged = FeelMotor(name: motor.preset.name, settings: settings)
    let made = MotorReach(judged, seconds: steps == 0 ? nil : Double(steps) / 200)
    known.withLock { known in
      if known.count >= MotorRoutes.most { known.removeAll() }
      known[question] = made
    }
    return .json(made)
  }
}
