import FoundationEssentials
import Glibc

/// A message to the page on the live connection; see `Docs/StudioProtocol.md`.
enum ServerMessage: Encodable {
  /// The answer to a ping.
  case pong(id: Int?)
  /// The engine's state, and where the sound goes.
  case state(engine: String, sound: Sound)
  case meter(Meter)
  /// Lines of the engine's log.
  case trace([TraceEntry])
  /// A touch has reached its first frame, after so long.
  case done(id: Int, milliseconds: Double)
  /// What was played has ended.
  case ended
  /// A file has changed; the folder when there is no path.
  case changed(path: String?)
  /// What could not be done, by the name of its message, and why.
  case failed(to: String, message: String)

  /// Where the sound goes.
  struct Sound: Encodable, Equatable {
    var to: String
    var name: String
    var rate: Double
    /// From rendered to leaving the machine, s.
    var delay: Double
  }

  /// What sounds.
  struct Meter: Encodable {
    /// In the pattern that is played, s; `nil` without one.
    var position: Double?
    var isPlaying: Bool
    /// dB.
    var peak: Double?
    /// dB.
    var level: Double?
  }

  /// A line of the engine's log.
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

  /// The message as text.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
