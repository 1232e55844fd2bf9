package struct ListedDevice: Equatable, Sendable {
  package enum Source: String, CaseIterable, Sendable {
    case builtIn = "built-in"
    case pad
    case alsa
  }

  /// Name for `-D`.
  package let name: String
  package let source: Source
  package let summary: String

  package init(name: String, source: Source, summary: String) {
    self.name = name
    self.source = source
    self.summary = summary
  }
}
