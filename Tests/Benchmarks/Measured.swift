import ThrumDevice

/// What is measured.
enum Measured {
  /// Asks for ``DriveLaw/plain`` in all figures of the renderer: what they owe to the feed-forward is the difference.
  static let plainOption = "--plain"

  /// The defaults, or those with the plain drive.
  static let settings: RenderSettings = {
    var settings = RenderSettings()
    if CommandLine.arguments.contains(plainOption) { settings.drive = .plain }
    return settings
  }()
}
