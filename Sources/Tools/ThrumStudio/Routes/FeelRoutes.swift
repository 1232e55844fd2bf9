import Synchronization
import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumFeel
import ThrumPattern

final class FeelRoutes: Sendable {
  struct Question: Decodable {
    var text: String
    var path: String?
    var motors: [String]
    /// First and last second of what to judge; without it, all.
    var around: [Double]?
  }

  struct CureRequest: Decodable {
    var text: String
    var path: String?
    var motor: String
    /// Index among the text's events.
    var index: Int
  }

  /// Maximum number of motors in a request.
  private static let most = 12

  private let motors: StudioMotors
  private let known = Mutex<[String: FeelAnalysis]>([:])

  init(motors: StudioMotors) { self.motors = motors }

  func feel(_ question: Question, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    guard question.motors.count <= FeelRoutes.most else {
      return .refusal(400, "badSettings", "at most \(FeelRoutes.most) motors at a time")
    }
    var range: ClosedRange<Double>?
    if let around = question.around {
      guard around.count == 2, around[0] <= around[1] else {
        return .refusal(400, "badSettings", "“around” needs a first and a last second")
      }
      range = around[0]...around[1]
    }
    let document = AHAP.read(Array(question.text.utf8), name: question.path ?? "pattern")
    var unknown: String?
    let answer = try FeelAnswer(document, around: range) { events throws(StudioError) in
      var found: [FeelReport.Motor] = []
      for name in question.motors where unknown == nil {
        let judged = try using(name) { analysis throws(StudioError) in
          FeelReport.Motor(analysis.motor, try analysis.felt(events, work))
        }
        if let judged { found.append(judged) } else { unknown = name }
      }
      return found
    }
    return unknown.map(refusal) ?? .json(answer)
  }

  func cure(_ wanted: CureRequest, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    let document = AHAP.read(Array(wanted.text.utf8), name: wanted.path ?? "pattern")
    let answer = try using(wanted.motor) { analysis throws(StudioError) -> HTTPResponse in
      try CuredText(document, event: wanted.index, on: &analysis, work).map { .json($0) }
        ?? .refusal(422, "noCure", CuredText.refusal(motor: wanted.motor))
    }
    return answer ?? refusal(wanted.motor)
  }

  private func refusal(_ name: String) -> HTTPResponse {
    .refusal(400, "badSettings", "there is no actuator “\(quoted(name))”")
  }

  /// Passes the motor's cached analysis to `body`. Returns `nil` for an unknown motor.
  private func using<Answer>(
    _ name: String, _ body: (inout FeelAnalysis) throws(StudioError) -> Answer
  ) throws(StudioError) -> Answer? {
    var taken = known.withLock { $0.removeValue(forKey: name) }
    if taken == nil, let motor = motors.named(name) {
      var settings = RenderSettings()
      motor.apply(to: &settings)
      taken = FeelAnalysis(FeelMotor(name: name, settings: settings))
    }
    guard var analysis = taken else { return nil }
    defer { known.withLock { $0[name] = analysis } }
    return try body(&analysis)
  }
}

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
