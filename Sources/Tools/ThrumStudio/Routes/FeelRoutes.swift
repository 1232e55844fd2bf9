import Synchronization
import ThrumAnalysis
import ThrumDevice
import ThrumFeel
import ThrumPattern

final class FeelRoutes: Sendable {
  struct Question: Decodable {
    var text: String
    var path: String?
    var motors: [String]
  }

  struct CureRequest: Decodable {
    var text: String
    var path: String?
    var motor: String
    /// Index among the text's events.
    var index: Int
  }

  private struct Finding: Encodable {
    var code: String
    var severity: String
    var line: Int?
    var column: Int?
    var path: String
    var message: String
    /// What to do if there is no cure.
    var remedy: String?
    var cure: String?
    var motor: String
    var index: Int

    init(_ finding: FeelFinding) {
      let diagnostic = finding.diagnostic
      code = diagnostic.code.rawValue
      severity = diagnostic.severity.rawValue
      (line, column) = (diagnostic.place?.line, diagnostic.place?.column)
      (path, message) = (diagnostic.path, diagnostic.message)
      cure = finding.event.cure?.words
      remedy = cure == nil && !diagnostic.remedy.isEmpty ? diagnostic.remedy : nil
      (motor, index) = (finding.motor, finding.event.index)
    }
  }

  /// Verdicts for one motor, compact even for thousands of events.
  private struct Lane: Encodable {
    var name: String
    /// For each haptic event in text order, a digit: the verdict's index in ``Answer/kinds``.
    var verdicts: String
    /// For each of them, 1 if the event is lost or changed, or 0.
    var findings: String
    /// Tenths of dB above the threshold of touch.
    var levels: [Int]

    init(_ name: String, _ events: [FeltEvent]) {
      self.name = name
      verdicts = events.map { String(FeelVerdict.allCases.firstIndex(of: $0.verdict) ?? 0) }.joined()
      findings = events.map { $0.isFinding ? "1" : "0" }.joined()
      levels = events.map { Int(($0.decibelsOverThreshold * 10).rounded()) }
    }
  }

  private struct Answer: Encodable {
    /// Verdicts, worst first.
    var kinds = FeelVerdict.allCases.map(\.rawValue)
    var motors: [Lane]
    var findings: [Finding]
  }

  private struct Cured: Encodable {
    var text: String
    var title: String
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
    let document = AHAP.read(Array(question.text.utf8), name: question.path ?? "pattern")
    guard let pattern = document.pattern else {
      return .json(Answer(motors: [], findings: []))
    }
    let events = FeelEvents(PatternGroup(pattern))
    var found: [FeelReport.Motor] = []
    for name in question.motors {
      let judged = try using(name) { analysis throws(StudioError) in
        FeelReport.Motor(analysis.motor, try analysis.felt(events, work))
      }
      guard let motor = judged else { return unknown(name) }
      found.append(motor)
    }
    let findings = FeelReport(path: document.name, motors: found).findings(in: document)
    return .json(Answer(motors: found.map { Lane($0.name, $0.events) }, findings: findings.map(Finding.init)))
  }

  func cure(_ wanted: CureRequest, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    let document = AHAP.read(Array(wanted.text.utf8), name: wanted.path ?? "pattern")
    let cured = try using(wanted.motor) { analysis throws(StudioError) in
      try FeelFix(document, event: wanted.index, on: &analysis, work)
    }
    guard let fix = cured else { return unknown(wanted.motor) }
    guard let change = fix.changes.first else {
      return .refusal(422, "noCure", "no change to a single value makes this event perceptible on \(wanted.motor)")
    }
    let title = "For \(wanted.motor): \(change.cure.words)"
    return .json(Cured(text: String(decoding: fix.text, as: UTF8.self), title: title))
  }

  private func unknown(_ name: String) -> HTTPResponse {
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
