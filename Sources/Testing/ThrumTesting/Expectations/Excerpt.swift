import ThrumEngine

extension Timeline {
  package func excerpt(around time: Double, count: Int = 5) -> String {
    let next = entries.firstIndex { $0.time > time + 1e-9 } ?? entries.count
    let first = max(0, next - count)
    let last = min(entries.count, next + count)
    var lines = ["timeline around \(TimelineText.seconds(time)) s (\(entries.count) entries in all):"]
    if first > 0 || forgotten > 0 { lines.append("      … \(first + forgotten) before") }
    lines += entries[first..<next].map { "  \($0.description)" }
    lines.append("  ▸ \(TimelineText.seconds(time)) s")
    lines += entries[next..<last].map { "  \($0.description)" }
    if last < entries.count { lines.append("      … \(entries.count - last) after") }
    return lines.joined(separator: "\n")
  }

  func excerpt(of title: String, count: Int = 10, where isChosen: (TimelineEntry) -> Bool) -> String {
    let chosen = entries.filter(isChosen)
    guard !chosen.isEmpty else { return "there is no \(title).\n" + excerpt(around: end) }
    let lines = chosen.prefix(count).map { "  \($0.description)" }
    let rest = chosen.count > count ? ["      … \(chosen.count - count) more"] : []
    return (["every \(title):"] + lines + rest).joined(separator: "\n")
  }
}

package enum Subject {
  package static func timeline(_ given: Timeline?) -> Timeline { given ?? HapticEnvironment.current.timeline }

  /// Expecting 0 events counts as using haptics, so that a test of silence passes.
  static func timeline(_ given: Timeline?, expecting count: Int) -> Timeline {
    if count == 0 { HapticEnvironment.current.noteUse() }
    return timeline(given)
  }
}
