import CAudio
import Glibc
import ThrumDevice

enum DeviceList {
  /// Lists playback devices (snd_device_name_hint) without opening them.
  static func alsa() -> [ListedDevice] {
    guard thrum_alsa_load() == nil else { return [] }
    var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard snd_device_name_hint(-1, "pcm", &hints) == 0, let hints else { return [] }
    defer { snd_device_name_free_hint(hints) }
    var devices: [ListedDevice] = []
    var index = 0
    while let hint = hints[index] {
      index += 1
      let direction = text(hint, "IOID")
      guard direction == nil || direction == "Output", let name = text(hint, "NAME"), name != "null" else {
        continue
      }
      let summary = (text(hint, "DESC") ?? "").split(separator: "\n").joined(separator: ", ")
      devices.append(ListedDevice(name: name, source: .alsa, summary: summary))
    }
    return devices
  }

  private static func text(_ hint: UnsafeMutableRawPointer, _ id: String) -> String? {
    guard let value = snd_device_name_get_hint(hint, id) else { return nil }
    defer { free(value) }
    return String(cString: value)
  }
}
