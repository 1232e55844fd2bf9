import FoundationEssentials
import Glibc

/// A message from the page; see `Docs/StudioProtocol.md`.
enum ClientMessage: Decodable {
  case ping(id: Int?)
  case sound(Target)
  case settings(Settings)
  case engine(Call)
  case play(Play)
  case stop
  case tap(Touch)
  case hold(Touch)
  case move(Touch)
  case release
  /// Holds the fault's protocol name.
  case fault(String)

  enum Target {
    case browser
    case device(String)
  }

  /// Changed settings, `nil` where unchanged.
  struct Settings: Decodable {
    var actuator: String?
    var monitor: String?
    var gain: Double?
  }

  enum Call: String, Decodable {
    case start, stop
  }

  struct Play: Decodable {
    var text: String
    var path: String
    /// In seconds.
    var offset: Double
    var loop: Bool
    var rate: Double

    private enum CodingKeys: CodingKey { case text, path, offset, loop, rate }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      text = try values.decodeIfPresent(String.self, forKey: .text) ?? ""
      path = try values.decodeIfPresent(String.self, forKey: .path) ?? ""
      offset = finite(
        try values.decodeIfPresent(Double.self, forKey: .offset), 0, in: 0...Double.greatestFiniteMagnitude)
      loop = try values.decodeIfPresent(Bool.self, forKey: .loop) ?? false
      rate = finite(try values.decodeIfPresent(Double.self, forKey: .rate), 1, in: 0.1...10)
    }
  }

  struct Touch: Decodable {
    /// Repeated in the response.
    var id: Int?
    var intensity: Double
    var sharpness: Double

    private enum CodingKeys: CodingKey { case id, intensity, sharpness }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decodeIfPresent(Int.self, forKey: .id)
      intensity = finite(try values.decodeIfPresent(Double.self, forKey: .intensity), 1, in: 0...1)
      sharpness = finite(try values.decodeIfPresent(Double.self, forKey: .sharpness), 0.5, in: 0...1)
    }
  }

  private enum Kind: String, Decodable {
    case ping, sound, settings, engine, play, stop, tap, hold, move, release, fault
  }

  struct Refusal: Error {
    /// The message's `type`, or `message` if it has none.
    var kind: String
    var reason: String
  }

  private enum CodingKeys: String, CodingKey {
    case kind = "type"
    case id, to, device, call, fault
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try values.decode(Kind.self, forKey: .kind)
    func text(_ key: CodingKeys) throws -> String? { try values.decodeIfPresent(String.self, forKey: key) }
    func refusal(_ reason: String) -> Refusal { Refusal(kind: kind.rawValue, reason: reason) }
    switch kind {
    case .ping: self = .ping(id: try values.decodeIfPresent(Int.self, forKey: .id))
    case .sound:
      switch try text(.to) {
      case "browser": self = .sound(.browser)
      case "device": self = .sound(.device(try text(.device) ?? ""))
      default: throw refusal("sound must go to the browser or to a device")
      }
    case .settings: self = .settings(try Settings(from: decoder))
    case .engine:
      guard let call = try text(.call).flatMap(Call.init) else { throw refusal("the call must be “start” or “stop”") }
      self = .engine(call)
    case .play: self = .play(try Play(from: decoder))
    case .stop: self = .stop
    case .tap: self = .tap(try Touch(from: decoder))
    case .hold: self = .hold(try Touch(from: decoder))
    case .move: self = .move(try Touch(from: decoder))
    case .release: self = .release
    case .fault: self = .fault(try text(.fault) ?? "")
    }
  }

  var name: String {
    switch self {
    case .ping: "ping"
    case .sound: "sound"
    case .settings: "settings"
    case .engine: "engine"
    case .play: "play"
    case .stop: "stop"
    case .tap: "tap"
    case .hold: "hold"
    case .move: "move"
    case .release: "release"
    case .fault: "fault"
    }
  }

  static func read(_ text: String) -> Result<ClientMessage, Refusal> {
    do { return .success(try JSONDecoder().decode(ClientMessage.self, from: Data(text.utf8))) } catch {
      let unreadable = Refusal(kind: "message", reason: "unknown message; see `Docs/StudioProtocol.md`")
      return .failure(error as? Refusal ?? unreadable)
    }
  }
}

/// A missing or non-finite number becomes `fallback`.
private func finite(_ value: Double?, _ fallback: Double, in range: ClosedRange<Double>) -> Double {
  guard let value, value.isFinite else { return fallback }
  return min(max(value, range.lowerBound), range.upperBound)
}
