import ThrumEngine
import ThrumPattern

extension ScenarioRunner {
  func check(_ expectation: Scenario.Expectation) throws {
    switch expectation {
    case .state(let state):
      let actual = try current().withEngine { $0.state }
      expect(actual == state, "the engine should be \(state.rawValue), but is \(actual.rawValue)")
    case .answer(let code):
      expect(
        answer == code,
        "the last call should have returned \(code?.name ?? "no error"), but it returned \(answer?.name ?? "no error")")
    case .player(let number, let isActive):
      let id = try player(number)
      let actual = try current().withEngine { $0.isActive(id) }
      expect(actual == isActive, "player \(number) should be \(isActive ? "active" : "idle"), but is not")
    case .events(let count):
      let actual = environment.timeline.entries.count { if case .event = $0.fact { true } else { false } }
      expect(actual == count, "\(counted(count, "event")) should have started, but \(actual) did")
    case .engines(let count):
      let actual = environment.livingEngineCount
      expect(actual == count, "the number of engines should be \(count), but is \(actual)")
    case .handler(let kind, let detail):
      let found = newHandlers().contains { $0.kind == kind && (detail == nil || $0.detail == detail) }
      let call = "called\(detail.map { " with “\($0)”" } ?? "")"
      expect(found, "the \(kind.rawValue) handler should have been \(call), but was not")
    case .noHandler:
      let first = newHandlers().first
      expect(first == nil, "no handler should have been called, but the \(first?.kind.rawValue ?? "") handler was")
    }
  }

  private func newHandlers() -> [(kind: HandlerKind, detail: String)] {
    let all = environment.timeline.entries.compactMap { entry -> (kind: HandlerKind, detail: String)? in
      if case .handler(let kind, let detail) = entry.fact { (kind, detail) } else { nil }
    }
    defer { handlersSeen = all.count }
    return Array(all.dropFirst(handlersSeen))
  }

  private func expect(_ isMet: Bool, _ message: @autoclosure () -> String) {
    if !isMet { findings.append(Finding(line: line, message: message())) }
  }
}
