/// The matrix as Markdown: per call, cells with the same outcome share a row.
struct FaultTable {
  let outcomes: [FaultOutcome]

  var text: String {
    var lines = [
      "| call | result | when | reaction | noticed | silence | lost |", "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for call in FaultCase.Call.allCases {
      var title = title(call)
      for line in rows(call) {
        lines.append("| \(title) | \(line) |")
        title = ""
      }
    }
    return lines.joined(separator: "\n")
  }

  private func title(_ call: FaultCase.Call) -> String {
    let names = call.rawValue.replacing(", ", with: "`, `")
    let answers = FaultCase.answers(call).map(\.name).joined(separator: ", ")
    return "`\(names)`\(call.occasion.map { ", \($0)" } ?? ""): \(answers)"
  }

  private func rows(_ call: FaultCase.Call) -> [String] {
    let all = outcomes.filter { $0.fault.call == call }
    let cells = all.filter { $0.fault.state != .stopping } + all.filter { $0.fault.state == .stopping }
    var order: [FaultOutcome.Row] = []
    for cell in cells where !order.contains(cell.row) { order.append(cell.row) }
    return order.flatMap { row in rows(call, row, cells.filter { $0.row == row }) }
  }

  /// Rows for the cells of one outcome, merging results with the same occasions.
  private func rows(_ call: FaultCase.Call, _ row: FaultOutcome.Row, _ cells: [FaultOutcome]) -> [String] {
    var groups: [(when: String, answers: [String])] = []
    var names: [String] = []
    for cell in cells where !names.contains(cell.fault.answer.name) { names.append(cell.fault.answer.name) }
    for name in names {
      let when = when(cells.map(\.fault).filter { $0.answer.name == name })
      if let index = groups.firstIndex(where: { $0.when == when }) {
        groups[index].answers.append(name)
      } else {
        groups.append((when, [name]))
      }
    }
    return groups.map { group in
      let isAny = group.answers.count > 2 && group.answers.count == FaultCase.answers(call).count
      let answers = isAny ? "any" : group.answers.joined(separator: ", ")
      return [answers, group.when, row.course, row.seen, row.silence, row.lost].joined(separator: " | ")
    }
  }

  /// States and duration, such as “once or always: idle, playing”.
  private func when(_ faults: [FaultCase]) -> String {
    func states(_ isLasting: Bool) -> String {
      let found = FaultCase.State.allCases.filter { state in
        faults.contains { $0.isLasting == isLasting && $0.state == state }
      }
      return found.map(\.rawValue).joined(separator: ", ")
    }
    let once = states(false)
    let lasting = states(true)
    if once == lasting { return "once or always: \(once)" }
    let parts = [("once", once), ("always", lasting)].filter { !$1.isEmpty }
    return parts.map { "\($0): \($1)" }.joined(separator: "; ")
  }
}
