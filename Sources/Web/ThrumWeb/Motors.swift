import ThrumAnswers
import ThrumDevice
import ThrumFeel
import ThrumPattern

/// What is judged on motors, whose tables take long to make and are kept.
struct Motors {
  private var analyses: [String: FeelAnalysis] = [:]

  /// Returns `nil` for an unknown motor.
  private func analysis(_ name: String) -> FeelAnalysis? {
    analyses[name] ?? ActuatorPreset.named(name).map { FeelAnalysis(FeelMotor($0)) }
  }

  /// The verdicts in full, as `thrum feel --json` lists them.
  mutating func report(_ document: AHAPDocument, on name: String) -> FeelReport? {
    guard let analysis = analysis(name) else { return nil }
    var used = [analysis]
    let report = FeelReport(
      PatternGroup(document.pattern ?? Pattern(entries: [])), path: document.name, on: &used, Work<Never>.endless)
    analyses[name] = used[0]
    return report
  }

  /// The verdicts in short for several motors, or the name of one that is unknown.
  mutating func answer(_ document: AHAPDocument, on names: [String]) -> Result<FeelAnswer, Unknown> {
    var used: [FeelAnalysis] = []
    for name in names {
      guard let analysis = analysis(name) else { return .failure(Unknown(name: name)) }
      used.append(analysis)
    }
    let answer = FeelAnswer(document) { events in
      used.indices.map { FeelReport.Motor(used[$0].motor, used[$0].felt(events, Work<Never>.endless)) }
    }
    for (name, analysis) in zip(names, used) { analyses[name] = analysis }
    return .success(answer)
  }

  struct Unknown: Error {
    let name: String
  }

  /// The text with one event cured, or why it is not.
  mutating func cured(_ document: AHAPDocument, event: Int, on name: String) -> Result<CuredText, Refused> {
    guard var analysis = analysis(name) else { return .failure(Refused(words: "there is no motor “\(name)”")) }
    let cured = CuredText(document, event: event, on: &analysis, Work<Never>.endless)
    analyses[name] = analysis
    return cured.map { .success($0) } ?? .failure(Refused(words: CuredText.refusal(motor: name)))
  }

  struct Refused: Error {
    let words: String
  }
}
