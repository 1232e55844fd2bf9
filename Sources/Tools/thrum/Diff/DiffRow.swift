import ThrumFeel
import ThrumPattern

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
