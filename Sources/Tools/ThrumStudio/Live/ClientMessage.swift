import FoundationEssentials
import Glibc

/// A message of the page on the live connection; see `Docs/StudioProtocol.md`.
enum ClientMessage: Decodable {
  /// Asks for an answer of the same number.
  case ping(id: Int?)
  /// Where live sound goes from now on.
  case sound(Target)
  /// How it is shaped from now on.
  case settings(Settings)
  /// Calls that an app makes.
  case engine(Call)
  case play(Play)
  case stop
  case tap(Touch)
  case hold(Touch)
  case move(Touch)
  case release
  /// What happens to the phone, by its name.
  case fault(String)

  /// Where sound goes.
  enum Target {
    case browser
    /// A device by its name.
    case device(String)
  }

  /// What is to change; `nil` stays.
  struct Settings: Decodable {
    var actuator: String?
    var monitor: String?
    var gain: Double?
  }

  /// A call of the engine.
  enum Call: String, Decodable {
    case start, stop
  }

  /// A pattern to be played.
  struct Play: Decodable {
    var text: String
    var path: String
    /// Where it begins, s; not negative.
    var offset: Double
    var loop: Bool
    /// 0.1…10.
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

  /// A finger on the pad.
  struct Touch: Decodable {
    /// What an answer is to carry.
    var id: Int?
    /// 0…1.
    var intensity: Double
    /// 0…1.
    var sharpness: Double

    private enum CodingKeys: CodingKey { case id, intensity, sharpness }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decodeIfPresent(Int.self, forKey: .id)
      intensity = finite(try values.decodeIfPresent(Double.self, forKey: .intensity), 1, in: 0...1)
      sharpness = finite(try values.decodeIfPresent(Double.self, forKey: .sharpness), 0.5, in: 0...1)
    }
  }

  /// `type` in JSON.
  private enum Kind: String, Decodable {
    case ping, sound, settings, engine, play, stop, tap, hold, move, release, fault
  }

  /// What could not be read, and why.
  struct Refusal: Error {
    /// The message's `type`; `message` when it has none of the protocol's.
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
      default: throw refusal("sound goes to the browser or to a device")
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

  /// What the protocol calls it.
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

  /// Reads a message.
  static func read(_ text: String) -> Result<ClientMessage, Refusal> {
    do { return .success(try JSONDecoder().decode(ClientMessage.self, from: Data(text.utf8))) } catch {
      let unreadable = Refusal(kind: "message", reason: "this is not a message of `Docs/StudioProtocol.md`")
      return .failure(error as? Refusal ?? unreadable)
    }
  }
}

/// A number, or a fallback when there is none or none that is finite, within a range.
private func finite(_ value: Double?, _ fallback: Double, in range: ClosedRange<Double>) -> Double {
  guard let value, value.isFinite else { return fallback }
  return min(max(value, range.lowerBound), range.upperBound)
}
