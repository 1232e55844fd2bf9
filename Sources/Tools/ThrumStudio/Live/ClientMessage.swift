import FoundationEssentials
import Glibc

/// A message of the page on the live connection; see `Docs/StudioProtocol.md`.
struct ClientMessage: Decodable {
  /// What is asked for: `type` in JSON.
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
    case verb = "type"
    case id, to, device, actuator, monitor, gain, call, text, path, offset, loop, rate, intensity, sharpness, fault
  }

  /// Reads a message; `nil` when it is not one of the protocol's.
  init?(_ text: String) {
    guard let message = try? JSONDecoder().decode(ClientMessage.self, from: Data(text.utf8)) else { return nil }
    self = message
  }
}
