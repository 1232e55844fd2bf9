package struct ListedDevice: Equatable, Sendable {
  package enum Source: String, CaseIterable, Sendable {
    case builtIn = "built-in"
    case pad
    case phone
    case vibrator
    case alsa
  }

  package let name: String
  package let source: Source
  package let summary: String

  package init(name: String, source: Source, summary: String) {
    self.name = name
    self.source = source
    self.summary = summary
  }

  /// Whether the device is an ALSA plug-in that needs another device for its output.
  package var isConverter: Bool { source == .alsa && ListedDevice.isConverter(name) }

  package static func isConverter(_ name: String) -> Bool {
    let plugIns = [
      "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "jack", "oss", "usbstream",
    ]
    return plugIns.contains { name == $0 || name.hasPrefix($0 + ":") }
  }
}
