import ThrumPattern

/// Audible form of the motor's vibration. See `Docs/Monitors.md`.
public enum MonitorMode: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The actuator's acceleration, for headphones and studio monitors.
  case full
  /// The vibration at its felt strength, for headphones and full-range loudspeakers.
  case felt
  /// The acceleration, low-passed at 120 Hz (Linkwitz-Riley, 4th order).
  case subwoofer
  /// The vibration, an octave lower, between 20 and 120 Hz.
  case shaker
  /// The vibration with harmonics that suggest the bass that a small loudspeaker lacks.
  case smallSpeaker = "small-speaker"
  /// The unfiltered, unlimited drive, for a real actuator behind an amplifier.
  case direct

  /// Divisor of the oscillators' frequency.
  public var frequencyDivisor: Double { self == .shaker ? 2 : 1 }
}
