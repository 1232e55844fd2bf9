import ThrumEngine

struct TraceFeed {
  private var next = 0

  mutating func newEntries(_ environment: HapticEnvironment) -> [TimelineEntry] {
    let (entries, end) = environment.entries(since: next)
    next = end
    return entries
  }
}

extension TimelineEntry {
  /// Line for the page, or `nil` for control values, which would flood the log.
  var trace: ServerMessage.TraceEntry? {
    guard let kind = fact.traceKind else { return nil }
    let who = engine == 0 ? "device" : "engine" + (player.map { ", player \($0)" } ?? "")
    return ServerMessage.TraceEntry(time: time, kind: kind, text: "\(who) \(fact)")
  }
}

extension TimelineFact {
  fileprivate var traceKind: String? {
    switch self {
    case .call(.sendParameters, _, nil), .parameterSent, .parameterApplied, .playerDropped: nil
    case .call: "call"
    case .engineMade, .engineKept, .engineGone, .state, .switched: "state"
    case .handler: "handler"
    case .playerMade, .playerStarted, .playerLooped, .playerFinished: "player"
    case .event, .feedback: "sound"
    case .fault: "fault"
    case .note: "note"
    }
  }
}
