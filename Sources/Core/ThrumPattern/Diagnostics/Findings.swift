/// A diagnostic with an offset instead of a line and a column.
package struct Finding {
  package var code: DiagnosticCode
  package var offset: Int
  package var path: String
  package var message: String
  package var remedy: String
}

/// Lists the first few findings with each code and counts the others.
package struct Findings {
  package private(set) var list: [Finding] = []
  private var counts: [DiagnosticCode: (count: Int, last: Int)] = [:]
  private let limit: Int

  package init(perCode limit: Int) { self.limit = max(limit, 1) }

  /// Builds the path, message and remedy only if the finding is listed.
  package mutating func add(
    _ code: DiagnosticCode, at offset: Int, path: @autoclosure () -> String,
    message: @autoclosure () -> String, remedy: @autoclosure () -> String
  ) {
    let count = (counts[code]?.count ?? 0) &+ 1
    counts[code] = (count, offset)
    guard count <= limit else { return }
    list.append(
      Finding(
        code: code, offset: offset, path: UserText.bounded(path(), to: UserText.message),
        message: UserText.bounded(message(), to: UserText.message),
        remedy: UserText.bounded(remedy(), to: UserText.message)))
  }

  package mutating func add(_ finding: Finding) {
    add(
      finding.code, at: finding.offset, path: finding.path, message: finding.message, remedy: finding.remedy)
  }

  package func diagnostics(file: String, text: [UInt8]) -> [Diagnostic] {
    var finder = PlaceFinder(text)
    let all = list + omitted
    return all.sorted {
      ($0.offset, $0.code.rawValue, $0.message) < ($1.offset, $1.code.rawValue, $1.message)
    }.map { finding in
      Diagnostic(
        code: finding.code, file: file, place: finder.place(of: finding.offset), path: finding.path,
        message: finding.message, remedy: finding.remedy)
    }
  }

  private var omitted: [Finding] {
    counts.filter { $0.value.count > limit }.map { code, tally in
      Finding(
        code: .moreFindings, offset: tally.last, path: "",
        message: "\(counted(tally.count - limit, "more finding")) of \(code.rawValue) (\(code.title)); "
          + "the last is here",
        remedy: "Fix the listed ones first; they often have the same cause.")
    }
  }
}
