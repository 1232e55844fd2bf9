import Synchronization
import ThrumAnalysis
import ThrumAnswers
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

  init(motors: StudioMotors) { self.motors = motors }

  /// Returns the reach for transients or, with a length in seconds, for continuous events.
  func reach(actuator: String?, seconds: String?) -> HTTPResponse {
    guard let motor = motors.named(actuator) else {
      return .refusal(400, "badSettings", "there is no actuator “\(actuator ?? "")”")
    }
    guard let length = seconds.map(Double.init) ?? 0, length >= 0 else {
      return .refusal(400, "badSettings", "the length must be a number of seconds")
    }
    let steps = MotorReach.steps(of: seconds == nil ? nil : length)
    let question = Question(actuator: motor.preset.name, length: steps)
    if let found = known.withLock({ $0[question] }) { return .json(found) }
    var settings = RenderSettings()
    motor.apply(to: &settings)
    let judged = FeelMotor(name: motor.preset.name, settings: settings)
    let made = MotorReach(judged, steps: steps)
    known.withLock { known in
      if known.count >= MotorRoutes.most { known.removeAll() }
      known[question] = made
    }
    return .json(made)
  }
}
