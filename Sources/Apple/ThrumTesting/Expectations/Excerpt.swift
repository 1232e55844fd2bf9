import ThrumEngine

extension Timeline {
  /// A few entries around a time, with a mark where the time is: what a failed expectation shows.
  ///
  /// `time` in seconds since the environment's beginning; at most `count` entries before it and as many after.
  func excerpt(around time: Double, count: Int = 5) -> String {
    let next = entries.firstIndex { $0.time > time + 1e-9 } ?? entries.count
    let first = max(0, next - count)
    let last = min(entries.count, next + count)
    var lines = ["timeline around \(TimelineText.seconds(time)) s, of \(entries.count) entries:"]
    if first > 0 || forgotten > 0 { lines.append("      … \(first + forgotten) before") }
    lines += entries[first..<next].map { "  \($0.description)" }
    lines.append("  ▸ \(TimelineText.seconds(time)) s is here")
    lines += entries[next..<last].map { "  \($0.description)" }
    if last < entries.count { lines.append("      … \(entries.count - last) after") }
    return lines.joined(separator: "\n")
  }

  /// The entries that are chosen, or, when there are none, the last ones of all.
  func excerpt(of title: String, count: Int = 10, where isChosen: (TimelineEntry) -> Bool) -> String {
    let chosen = entries.filter(isChosen)
    guard !chosen.isEmpty else { return "there is no \(title).\n" + excerpt(around: end) }
    let lines = chosen.prefix(count).map { "  \($0.description)" }
    let rest = chosen.count > count ? ["      … \(chosen.count - count) more"] : []
    return (["every \(title):"] + lines + rest).joined(separator: "\n")
  }
}

/// What an expectation looks at.
enum Subject {
  /// The timeline that was given, or the one of the caller's environment.
  static func timeline(_ given: Timeline?) -> Timeline { given ?? HapticEnvironment.current.timeline }
}
