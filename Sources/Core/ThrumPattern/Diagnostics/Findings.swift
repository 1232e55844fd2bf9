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

/// Converts offsets to lines and columns in a single forward pass.
struct PlaceFinder {
  private let text: [UInt8]
  private var line = 1
  private var column = 1
  private var position: Int

  init(_ text: [UInt8]) {
    self.text = text
    position = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Offsets of successive calls must not decrease.
  mutating func place(of offset: Int) -> Place {
    let target = min(offset, text.count)
    if position < target { advance(to: target) }
    return Place(line: line, column: column, offset: offset)
  }

  private mutating func advance(to target: Int) {
    let breaks = countBreaks(position..<target)
    var lineStart = position
    if breaks > 0 {
      line &+= breaks
      column = 1
      lineStart = target
      while lineStart > position, !endsLine(lineStart &- 1) { lineStart &-= 1 }
    }
    var scalars = 0
    for byte in text[lineStart..<target] { scalars &+= byte & 0xC0 == 0x80 ? 0 : 1 }
    column &+= scalars
    position = target
  }

  private func countBreaks(_ range: Range<Int>) -> Int {
    var feeds = 0
    var returns = 0
    for byte in text[range] {
      feeds &+= byte == Byte.lineFeed ? 1 : 0
      returns &+= byte == Byte.carriageReturn ? 1 : 0
    }
    guard returns > 0 else { return feeds }
    return range.reduce(0) { $0 &+ (endsLine($1) ? 1 : 0) }
  }

  private func endsLine(_ index: Int) -> Bool {
    if text[index] == Byte.lineFeed { return true }
    guard text[index] == Byte.carriageReturn else { return false }
    return index &+ 1 >= text.count || text[index &+ 1] != Byte.lineFeed
  }
}
