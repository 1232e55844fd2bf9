/// A device that can be played to, as lists show it.
package struct ListedDevice: Equatable, Sendable {
  /// Where it comes from.
  package enum Source: String, CaseIterable, Sendable {
    case builtIn = "built-in"
    case pad
    case alsa
  }

  /// The name for `-D`.
  package let name: String
  /// Where it comes from.
  package let source: Source
  /// One line about it.
  package let summary: String

  /// Describes a device.
  package init(name: String, source: Source, summary: String) {
    self.name = name
    self.source = source
    self.summary = summary
  }
}
