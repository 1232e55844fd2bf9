/// The four event types. Raw values are the names in AHAP files.
public enum EventType: String, CaseIterable, Sendable {
  case hapticTransient = "HapticTransient"
  case hapticContinuous = "HapticContinuous"
  case audioContinuous = "AudioContinuous"
  case audioCustom = "AudioCustom"

  /// Whether the event drives the actuator rather than the loudspeaker.
  public var isHaptic: Bool { self == .hapticTransient || self == .hapticContinuous }
  /// Whether AHAP requires an `EventDuration`.
  public var requiresDuration: Bool { self == .hapticContinuous || self == .audioContinuous }
}
