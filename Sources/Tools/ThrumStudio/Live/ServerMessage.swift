import FoundationEssentials
import Glibc
import ThrumEngine

/// A message to the page; see `Docs/StudioProtocol.md`.
enum ServerMessage: Encodable {
  case pong(id: Int?)
  case state(engine: String, sound: Sound)
  case meter(Meter)
  case trace([TraceEntry])
  /// Latency from a touch's arrival to its first frame.
  case done(id: Int, milliseconds: Double)
  case ended
  /// `nil` for the folder itself.
  case changed(path: String?)
  /// A message of type `to` failed.
  case failed(to: String, message: String)

  struct Sound: Encodable, Equatable {
    var to: String
    var name: String
    var rate: Double
    /// Time from rendering to leaving the machine, s.
    var delay: Double
  }

  struct Meter: Encodable {
    /// Position in the pattern, s.
    var position: Double?
    var isPlaying: Bool
    /// Levels, dBFS.
    var peak: Double?
    var level: Double?
  }

  /// `time` is in seconds.
  struct TraceEntry: Encodable, Equatable {
    var time: Double
    var kind: String
    var text: String
  }

  private enum CodingKeys: String, CodingKey {
    case kind = "type"
    case id, engine, sound, entries, milliseconds, path, to, message
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    func begin(_ kind: String) throws { try values.encode(kind, forKey: .kind) }
    switch self {
    case .pong(let id):
      try begin("pong")
      try values.encodeIfPresent(id, forKey: .id)
    case .state(let engine, let sound):
      try begin("state")
      try values.encode(engine, forKey: .engine)
      try values.encode(sound, forKey: .sound)
    case .meter(let meter):
      try begin("meter")
      try meter.encode(to: encoder)
    case .trace(let entries):
      try begin("trace")
      try values.encode(entries, forKey: .entries)
    case .done(let id, let milliseconds):
      try begin("done")
      try values.encode(id, forKey: .id)
      try values.encode(milliseconds, forKey: .milliseconds)
    case .ended: try begin("ended")
    case .changed(let path):
      try begin("changed")
      try values.encodeIfPresent(path, forKey: .path)
    case .failed(let what, let reason):
      try begin("failed")
      try values.encode(what, forKey: .to)
      try values.encode(reason, forKey: .message)
    }
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

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
    case .note, .trap: "note"
    }
  }
}
