import ThrumEngine
import ThrumPattern

extension Fault {
  /// Parses a fault such as `suspend app` or `fail start engineStartTimeout 1`.
  package init(parsing text: String) throws(ScenarioError) {
    var words = try ScenarioWords(text[...], file: "fault", line: 1)
    guard let fault = try words.fault() else {
      throw words.error("expected a fault, such as “suspend app” or “reset server”")
    }
    guard words.isAtEnd else { throw words.error("unexpected text after “\(quoted("\(fault)"))”") }
    self = fault
  }
}

extension ScenarioWords {
  mutating func fault() throws(ScenarioError) -> Fault? {
    let plain: [Fault] = [
      .suspendApp, .resumeApp, .interruptAudio, .endInterruption, .resetServer, .failServer, .recoverServer,
      .loseDevice, .restoreDevice, .disconnectController, .connectController, .beginRecording, .endRecording,
      .beginOtherAudio, .endOtherAudio, .changeAudioRoute, .savePower, .restorePower, .passIdleTime, .clear,
    ]
    for fault in plain where take(fault.description) { return fault }
    if take("limit players none") { return .limitPlayers(nil) }
    if take("limit players") { return .limitPlayers(try count()) }
    guard take("fail") else { return nil }
    guard let name = peeked, let call = EngineCall(rawValue: name) else {
      throw error("expected a call: \(EngineCall.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    _ = take(name)
    let code = try code()
    if take("nth") { return .failNth(call, n: try integer("a count"), code: code) }
    return .fail(call, code: code, times: isAtEnd ? nil : try count())
  }

  mutating func code() throws(ScenarioError) -> EngineError.Code {
    let text = try word("an error's name or number")
    if let named = EngineError.Code.named.first(where: { $0.name == text }) { return named.code }
    guard let number = Int(text) else {
      throw error(
        "“\(quoted(text))” is not a Core Haptics error: give a name, such as engineNotRunning, or a number")
    }
    return EngineError.Code(rawValue: number)
  }
}
