import FoundationEssentials
import Glibc

/// A message to the page on the live connection; see `Docs/StudioProtocol.md`.
struct ServerMessage: Encodable {
  /// `type` in JSON.
  var kind: String
  var id: Int?
  var engine: String?
  var sound: Sound?
  var position: Double?
  var isPlaying: Bool?
  var peak: Double?
  var level: Double?
  var entries: [TraceEntry]?
  var milliseconds: Double?
  var path: String?
  var to: String?
  var message: String?

  private enum CodingKeys: String, CodingKey {
    case kind = "type"
    case id, engine, sound, position, isPlaying, peak, level, entries, milliseconds, path, to, message
  }

  /// Where the sound goes.
  struct Sound: Encodable, Equatable {
    var to: String
    var name: String
    var rate: Double
    /// From rendered to leaving the machine, s.
    var delay: Double
  }

  /// A line of the engine's log.
  struct TraceEntry: Encodable, Equatable {
    var time: Double
    var kind: String
    var text: String
  }

  init(_ kind: String) { self.kind = kind }

  /// The message as text.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
