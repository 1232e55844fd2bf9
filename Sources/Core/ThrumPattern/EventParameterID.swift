/// The ten event parameters. Raw values are the names in AHAP files.
public enum EventParameterID: String, CaseIterable, Sendable {
  case hapticIntensity = "HapticIntensity"
  case hapticSharpness = "HapticSharpness"
  case attackTime = "AttackTime"
  case decayTime = "DecayTime"
  case releaseTime = "ReleaseTime"
  case sustained = "Sustained"
  case audioVolume = "AudioVolume"
  case audioPitch = "AudioPitch"
  case audioPan = "AudioPan"
  case audioBrightness = "AudioBrightness"

  /// Range to which values are clamped.
  public var range: ClosedRange<Double> {
    switch self {
    case .audioPitch, .audioPan: -1...1
    default: 0...1
    }
  }

  /// Returns the value for events that do not specify one.
  public func defaultValue(for type: EventType) -> Double {
    switch self {
    case .hapticIntensity: type == .hapticTransient ? 0.75 : 0.6
    case .hapticSharpness: type == .hapticTransient ? 0.5 : 0.422601
    case .sustained, .audioVolume, .audioBrightness: 1
    case .attackTime, .decayTime, .releaseTime, .audioPitch, .audioPan: 0
    }
  }

  /// Whether events of this type respond to the parameter.
  public func applies(to type: EventType) -> Bool {
    switch self {
    case .hapticIntensity, .hapticSharpness: type.isHaptic
    case .attackTime, .decayTime, .releaseTime, .sustained: type != .hapticTransient
    case .audioVolume, .audioPitch, .audioPan, .audioBrightness: !type.isHaptic
    }
  }
}
