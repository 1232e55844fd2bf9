import ThrumPattern

package enum SoundLimits {
  package static let channels = 1...64
  /// Frames per second.
  package static let rates = 1.0...1e6
  /// In frames: ten minutes at 48 kHz.
  package static let frames = 28_800_000
}
