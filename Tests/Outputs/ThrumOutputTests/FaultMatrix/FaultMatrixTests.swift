import Testing

@testable import ThrumEngine
@testable import ThrumOutput

/// Every call of ALSA with every error it can return, in every state of the engine; in virtual time.
@Suite struct FaultMatrixTests {
  @Test func `an ALSA error loses at most the sound at that moment`() async throws {
    let outcomes = await play(FaultCase.all)
    for outcome in outcomes where !outcome.broken.isEmpty {
      Issue.record("\(outcome.fault.description): \(outcome.broken.joined(separator: "; "))")
    }
    try DocumentedTable(marker: "faults").expect(FaultTable(outcomes: outcomes).text)
  }

  @Test func `a device that refuses to start is reported with a cause and a remedy`() throws {
    var lines = ["| call | result | code | message |", "| --- | --- | --- | --- |"]
    for call in [FaultCase.Call.open, .configure, .prepare] {
      var title = "`\(call.rawValue.replacing(", ", with: "`, `"))`"
      for (end, answers) in try refusals(call) {
        lines.append("| \(title) | \(answers.joined(separator: ", ")) | \(end.code) | \(end.sentence) |")
        title = ""
      }
    }
    try DocumentedTable(marker: "refusals").expect(lines.joined(separator: "\n"))
  }

  private struct Refusal: Hashable {
    let code: String
    let sentence: String
  }

  /// The engine's errors for each result, grouped by equal messages.
  private func refusals(_ call: FaultCase.Call) throws -> [(Refusal, [String])] {
    var ends: [(Refusal, [String])] = []
    for answer in FaultCase.answers(call) where answer.code < 0 {
      let step = call == .configure ? "8 channels" : "\(call)"
      let engine = try HapticEngine(
        EngineConfiguration { RefusingOutput(answer.code, step: step) }, in: .virtual(opensDevices: true))
      let error = try #require(start(engine))
      #expect(error.output != nil && error.message.contains("“fake”"))
      #expect(engine.withEngine { !$0.isRunning })
      let end = Refusal(code: error.code.name, sentence: error.message)
      if let index = ends.firstIndex(where: { $0.0 == end }) {
        ends[index].1.append(answer.name)
      } else {
        ends.append((end, [answer.name]))
      }
    }
    return ends
  }

  /// Runs a lasting fault without samples first, since seconds of silence need none. If sound returns, runs it again
  /// with samples.
  private func play(_ fault: FaultCase, _ reference: [Float]) -> FaultOutcome {
    if fault.isLasting, fault.state != .stopping {
      let outcome = FaultRun(fault, reference: nil).run()
      if outcome.isGivenUp { return outcome }
    }
    return FaultRun(fault, reference: reference).run()
  }

  private func play(_ faults: [FaultCase]) async -> [FaultOutcome] {
    let references = Dictionary(
      uniqueKeysWithValues: FaultCase.State.allCases.map { state in
        (state, FaultRun.reference(state, seconds: state == .stopping ? 0.5 : 26))
      })
    return await withTaskGroup(of: (Int, FaultOutcome).self) { group in
      for (index, fault) in faults.enumerated() {
        let reference = references[fault.state] ?? []
        group.addTask { (index, play(fault, reference)) }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
