import COutput
import Glibc

/// The devices that can be played to, by name.
///
/// - Thread: any.
public enum DeviceList {
  /// A device.
  public struct Device: Equatable, Sendable {
    /// Where it comes from.
    public enum Kind: String, Sendable {
      case alsa
      case builtIn = "built-in"
      case pad
    }

    /// The name for `-D`.
    public let name: String
    /// Where it comes from.
    public let kind: Kind
    /// One line about it.
    public let summary: String
  }

  /// Two that always exist, game pads with motors, then what ALSA lists (snd_device_name_hint). No sound card is opened.
  public static func withPads() -> [Device] {
    let all = all()
    let pads = GamePad.all.filter(\.hasRumble).map { Device(name: "pad:\($0.index)", kind: .pad, summary: $0.name) }
    let coils =
      DualSenseOutput.card(in: all).map { [Device(name: "dualsense", kind: .pad, summary: "voice coils of \($0)")] }
      ?? []
    return Array(all.prefix { $0.kind == .builtIn }) + pads + coils + all.filter { $0.kind == .alsa }
  }

  /// Two that always exist, then what ALSA lists. Opens nothing.
  public static func all() -> [Device] {
    [
      Device(name: "null", kind: .builtIn, summary: "silence that keeps time"),
      Device(name: "wav:PATH", kind: .builtIn, summary: WAVOutput.kind.summary),
    ] + alsa()
  }

  private static func alsa() -> [Device] {
    guard thrum_alsa_load() == nil else { return [] }
    var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard snd_device_name_hint(-1, "pcm", &hints) == 0, let hints else { return [] }
    defer { snd_device_name_free_hint(hints) }
    var devices: [Device] = []
    var index = 0
    while let hint = hints[index] {
      index += 1
      let direction = text(hint, "IOID")
      guard direction == nil || direction == "Output", let name = text(hint, "NAME"), name != "null" else {
        continue
      }
      let summary = (text(hint, "DESC") ?? "").split(separator: "\n").joined(separator: ", ")
      devices.append(Device(name: name, kind: .alsa, summary: summary))
    }
    return devices
  }

  private static func text(_ hint: UnsafeMutableRawPointer, _ id: String) -> String? {
    guard let value = snd_device_name_get_hint(hint, id) else { return nil }
    defer { free(value) }
    return String(cString: value)
  }
}
