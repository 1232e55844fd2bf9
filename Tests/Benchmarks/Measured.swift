import ThrumDevice

/// Settings of the measured renderer.
enum Measured {
  /// Selects ``DriveLaw/plain`` for all figures of the renderer. The difference is the cost of the feed-forward.
  static let plainOption = "--plain"

  /// The defaults, or the defaults with the plain drive law.
  static let settings: RenderSettings = {
    var settings = RenderSettings()
    if CommandLine.arguments.contains(plainOption) { settings.drive = .plain }
    return settings
  }()
}
