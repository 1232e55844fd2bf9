import Glibc
import ThrumFeel
import ThrumPattern

struct DiffFile: Encodable {
  enum Status: String, Encodable {
    case equal, changed, added, removed, unreadable
  }

  /// Path relative to the compared folders, or the new file's path.
  let name: String
  let status: Status
  let difference: PatternDifference?

  /// Maximum number of rows without `--all`.
  private static let few = 12

  init(name: String, _ difference: PatternDifference) {
    self.name = name
    self.difference = difference
    status = difference.isEmpty ? .equal : .changed
  }

  init(name: String, only status: Status) {
    self.name = name
    self.status = status
    difference = nil
  }

  /// For example, “3 events changed, 1 added; 2 of 4 can be felt on iphone-taptic”.
  var summary: String {
    guard let difference else { return status.rawValue }
    if difference.isEmpty { return "equal" }
    var parts: [String] = []
    for (kind, words) in [(EventChange.Kind.changed, "changed"), (.added, "added"), (.removed, "removed")] {
      let count = difference.changes.filter { $0.kind == kind }.count
      if count > 0 { parts.append("\(parts.isEmpty ? counted(count, "event") : "\(count)") \(words)") }
    }
    if difference.shift != 0 {
      let shift = difference.shift
      let moved = difference.changes.isEmpty ? "all events" : "the rest"
      parts.append("\(moved) \(fixed(abs(shift), 3)) s \(shift > 0 ? "later" : "earlier")")
    }
    if difference.changes.isEmpty, !difference.controls.isEmpty { parts.append("only curves changed") }
    let count = difference.noticed.count
    let notice =
      count == 0
      ? "none of them can be felt on \(difference.motor)"
      : "\(count) of \(difference.changes.count) can be felt on \(difference.motor)"
    return parts.joined(separator: ", ") + (difference.changes.isEmpty ? "" : "; \(notice)")
  }

  private var controls: [String] {
    (difference?.controls ?? []).map {
      "\($0.parameter) differs by up to \(fixed(abs($0.most), abs($0.most) < 0.01 ? DiffRow.digits(0, abs($0.most)) : 2)) between \(fixed($0.from, 3)) and \(fixed($0.to, 3)) s"
    }
  }

  func rows(all: Bool) -> (shown: [DiffRow], hidden: Int) {
    let rows = DiffRow.rows(difference?.changes ?? [])
    guard !all, rows.count > DiffFile.few else { return (rows, 0) }
    var left = DiffFile.few
    // Noticed changes are preferred, but the rows stay in chronological order.
    var isShown = rows.map { row in
      guard row.isNoticed, left > 0 else { return false }
      left -= 1
      return true
    }
    for index in rows.indices where !isShown[index] && !rows[index].isNoticed && left > 0 {
      isShown[index] = true
      left -= 1
    }
    let shown = zip(rows, isShown).filter(\.1).map(\.0)
    return (shown, rows.count - shown.count)
  }

  func lines(all: Bool) -> [String] {
    let (shown, hidden) = rows(all: all)
    let table = TextColumns.lines(shown.map { ("  " + $0.time, [$0.what, $0.change, $0.noticed]) })
    return ["\(name): \(summary)"] + table + controls.map { "  " + $0 } + DiffFile.rest(hidden).map { "  " + $0 }
  }

  func markdown(all: Bool) -> [String] {
    let (shown, hidden) = rows(all: all)
    var lines = ["**\(Markdown.text(name))**: \(summary)", ""]
    if !shown.isEmpty {
      lines += ["| time | event | change | noticed |", "| --- | --- | --- | --- |"]
      lines += shown.map { "| \($0.time) | \($0.what) | \($0.change) | \($0.noticed) |" }
      lines.append("")
    }
    lines += (controls + DiffFile.rest(hidden)).map { "- \($0)" }
    return lines.last == "" ? lines : lines + [""]
  }

  private static func rest(_ hidden: Int) -> [String] {
    hidden == 0 ? [] : ["and \(hidden) more: --all lists them"]
  }
}

enum Markdown {
  /// Escapes every character with a meaning in Markdown or HTML.
  static func text(_ words: String) -> String {
    UserText.printable(words).map { "\\`*_[]<>|~&$".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}

/// Two files, or the files of two folders matched by relative path.
struct DiffSides {
  let pairs: [(name: String, old: String?, new: String?)]

  init(_ old: String, _ new: String) throws {
    switch (DiffSides.isFolder(old), DiffSides.isFolder(new)) {
    case (false, false): pairs = [(new == "-" ? "<stdin>" : new, old, new)]
    case (true, true):
      let (before, after) = (try DiffSides.files(old), try DiffSides.files(new))
      guard !before.isEmpty || !after.isEmpty else {
        throw Failure(.noInput, "there is no pattern in \(old) or \(new)")
      }
      pairs = Set(before.keys).union(after.keys).sorted().map { ($0, before[$0], after[$0]) }
    default:
      throw Failure(.usage, "\(old) and \(new): compare two files, or two folders")
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func files(_ folder: String) throws -> [String: String] {
    let root = folder.hasSuffix("/") ? folder : folder + "/"
    let items: [Manifest.Item]
    do { items = try PatternSearch.items(in: [folder]) } catch let failure as Failure {
      // A version can lack patterns.
      guard failure.exitCode == Failure.Code.noInput.rawValue, access(folder, R_OK | X_OK) == 0 else { throw failure }
      return [:]
    }
    if let problem = items.compactMap(\.problem).first { throw problem }
    return Dictionary(uniqueKeysWithValues: items.map { (String($0.input.dropFirst(root.count)), $0.input) })
  }
}
