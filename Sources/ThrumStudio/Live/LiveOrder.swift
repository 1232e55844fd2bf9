import Foundation

/// What the page wants on the live connection; see `Docs/StudioProtocol.md`.
struct LiveOrder: Decodable {
  /// The verbs.
  enum Verb: String, Decodable {
    case ping, sound, settings, engine, play, stop, tap, hold, move, release, fault
  }

  /// The verb.
  var verb: Verb
  var id: Int?
  var to: String?
  var device: String?
  var actuator: String?
  var monitor: String?
  var gain: Double?
  var call: String?
  var text: String?
  var path: String?
  var offset: Double?
  var loop: Bool?
  var rate: Double?
  var intensity: Double?
  var sharpness: Double?
  var fault: String?

  private enum CodingKeys: String, CodingKey {
    case verb = "do"
    case id, to, device, actuator, monitor, gain, call, text, path, offset, loop, rate, intensity, sharpness, fault
  }

  /// Reads a message; `nil` when it is none of ours.
  init?(_ text: String) {
    guard let order = try? JSONDecoder().decode(LiveOrder.self, from: Data(text.utf8)) else { return nil }
    self = order
  }
}

/// What the page is told on the live connection.
struct LiveNews: Encodable {
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
    case kind = "is"
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
