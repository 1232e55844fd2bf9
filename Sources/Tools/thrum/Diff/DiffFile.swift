import Glibc
import ThrumFeel
import ThrumPattern
import ThrumSystem

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
    if difference.changes.isEmpty, !difference.controls.isEmpty { parts.append("only controls changed") }
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
        + ($0.isNoticed ? ", which can be felt" : "")
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
      pairs = Set(before.keys).union(after.keys).sorted().map { ($0.path, before[$0], after[$0]) }
    default:
      throw Failure(.usage, "\(old) and \(new): compare two files, or two folders")
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func files(_ folder: String) throws -> [PathKey: String] {
    let root = folder.hasSuffix("/") ? folder : folder + "/"
    let items: [Manifest.Item]
    do { items = try PatternSearch.items(in: [folder]) } catch let failure as Failure {
      // A version can lack patterns.
      guard failure.exitCode == Failure.Code.noInput.rawValue, access(folder, R_OK | X_OK) == 0 else { throw failure }
      return [:]
    }
    if let problem = items.compactMap(\.problem).first { throw problem }
    return Dictionary(items.map { (PathKey(String($0.input.dropFirst(root.count))), $0.input) }) { first, _ in first }
  }
}

/// One change, or several of the same kind.
struct DiffRow {
  let changes: [EventChange]

  /// Minimum number of similar changes that are combined into one row.
  private static let crowd = 4
  /// Maximum number of values listed per row.
  private static let most = 3

  private struct Kind: Hashable {
    let kind: EventChange.Kind
    let type: EventType
    let names: [String]
    let isNoticed: Bool
  }

  static func rows(_ changes: [EventChange]) -> [DiffRow] {
    let groups = Dictionary(grouping: changes) {
      Kind(kind: $0.kind, type: $0.type, names: $0.values.map(\.name), isNoticed: $0.isNoticed)
    }
    return groups.values.flatMap { group in
      group.count < crowd ? group.map { DiffRow(changes: [$0]) } : [DiffRow(changes: group)]
    }.sorted { ($0.first, $0.what) < ($1.first, $1.what) }
  }

  private var first: Double { changes.first?.time ?? 0 }

  var isNoticed: Bool { changes.contains(where: \.isNoticed) }

  /// For example, “0.300 s” or “0.3–2.1 s”.
  var time: String {
    guard let first = changes.first, let last = changes.last else { return "" }
    return changes.count == 1 ? "\(fixed(first.time, 3)) s" : "\(fixed(first.time, 3))–\(fixed(last.time, 3)) s"
  }

  var what: String {
    guard let change = changes.first else { return "" }
    let (one, many) =
      switch change.type {
      case .hapticTransient: ("transient", "transients")
      case .hapticContinuous: ("continuous", "continuous")
      case .audioContinuous: ("tone", "tones")
      case .audioCustom: ("sound", "sounds")
      }
    return changes.count == 1 ? one : "\(changes.count) \(many)"
  }

  /// For example, “intensity 0.6 → 0.8”.
  var change: String {
    guard let change = changes.first else { return "" }
    guard change.kind == .changed else {
      let values =
        changes.count > 1 ? "" : change.values.map { " \($0.name) \(DiffRow.number($0.to))" }.joined(separator: ",")
      return change.kind.rawValue + (values.isEmpty ? "" : ":" + values)
    }
    if change.values.isEmpty { return "by a curve" }
    let more = change.values.count > DiffRow.most ? ", …" : ""
    return change.values.indices.prefix(DiffRow.most).map { index in
      let all = changes.map { $0.values[index] }
      let (name, unit) = (all[0].name, ["time", "duration"].contains(all[0].name) ? " s" : "")
      if changes.count == 1 {
        let digits = DiffRow.digits(all[0].from, all[0].to)
        return "\(name) \(DiffRow.number(all[0].from, digits)) → \(DiffRow.number(all[0].to, digits))\(unit)"
      }
      let steps = all.map { $0.to - $0.from }
      let (least, most) = (steps.min() ?? 0, steps.max() ?? 0)
      let digits = DiffRow.digits(0, max(abs(least), abs(most)))
      let (from, to) = (DiffRow.signed(least, digits), DiffRow.signed(most, digits))
      let span = from == to ? from : "\(from) to \(to)"
      return "\(name) by \(span)\(unit)"
    }.joined(separator: ", ") + more
  }

  /// For example, “up to 3 dB stronger”.
  var noticed: String {
    let strongest = changes.filter(\.isNoticed).max { abs($0.decibels ?? 0) < abs($1.decibels ?? 0) }
    guard let strongest, let words = strongest.noticed.first else { return "–" }
    let all = strongest.noticed.joined(separator: ", ")
    guard changes.count > 1 else { return all }
    if words.first?.isNumber == true { return "up to " + all }
    let kind = words.prefix { $0 != "," }
    return "\(changes.filter { $0.noticed.first?.hasPrefix(kind) == true }.count) \(kind)"
  }

  /// Returns the least number of decimals, from 3 to 6, that tell two numbers apart.
  static func digits(_ one: Double, _ other: Double) -> Int {
    (3...6).first { fixed(one, $0) != fixed(other, $0) } ?? 6
  }

  private static func number(_ value: Double, _ digits: Int = 3) -> String {
    let text = fixed(value, digits)
    return text.contains(".") ? String(text.trimmingSuffix("0").trimmingSuffix(".")) : text
  }

  private static func signed(_ value: Double, _ digits: Int) -> String {
    (value < 0 ? "−" : "+") + number(abs(value), digits)
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(_ character: Character) -> SubSequence {
    var end = endIndex
    while end > startIndex, self[index(before: end)] == character { end = index(before: end) }
    return self[..<end]
  }
}
