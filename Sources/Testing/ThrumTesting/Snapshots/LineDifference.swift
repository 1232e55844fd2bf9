/// Differing lines with some context: `-` stored, `+` new.
enum LineDifference {
  static let context = 2
  static let limit = 60
  /// Limits the number of lines compared, since the cost is quadratic.
  static let reach = 2_000

  static func text(stored: String, new: String) -> String? {
    let (old, new) = (lines(stored), lines(new))
    guard old != new else { return nil }
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let marked = mark(old[head..<(old.count - tail)], new[head..<(new.count - tail)])
    let before = old[max(0, head - context)..<head].map { "  \($0)" }
    let after = old[(old.count - tail)..<min(old.count, old.count - tail + context)].map { "  \($0)" }
    let all = before + shortened(marked) + after
    let rest = all.count > limit ? ["… \(all.count - limit) more lines"] : []
    return "from line \(head + 1) (- stored, + new):\n" + (all.prefix(limit) + rest).joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  private static func mark(_ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>) -> [String] {
    let (old, new) = (Array(old.prefix(reach)), Array(new.prefix(reach)))
    let difference = new.difference(from: old)
    let removed = Set(
      difference.removals.map { if case .remove(let offset, _, _) = $0 { offset } else { -1 } })
    let added = Set(
      difference.insertions.map { if case .insert(let offset, _, _) = $0 { offset } else { -1 } })
    var result: [String] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        result.append("- \(old[left])")
        left += 1
      } else if right < new.count, added.contains(right) {
        result.append("+ \(new[right])")
        right += 1
      } else {
        if left < old.count { result.append("  \(old[left])") }
        left += 1
        right += 1
      }
    }
    return result
  }

  private static func shortened(_ lines: [String]) -> [String] {
    let changed = lines.indices.filter { !lines[$0].hasPrefix("  ") }
    var isShown = [Bool](repeating: false, count: lines.count)
    for index in changed {
      for near in max(0, index - context)...min(lines.count - 1, index + context) { isShown[near] = true }
    }
    var result: [String] = []
    for index in lines.indices {
      if isShown[index] { result.append(lines[index]) } else if index > 0, isShown[index - 1] { result.append("  …") }
    }
    return result
  }
}
