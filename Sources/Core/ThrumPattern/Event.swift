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

/// Event of a pattern.
public struct Event: Equatable, Sendable {
  /// Type of the event.
  public var type: EventType
  /// Seconds from the start of the pattern.
  public var time: Double
  /// Seconds until the release starts, if given.
  public var duration: Double?
  /// Path of an ``EventType/audioCustom`` event's sound: absolute, or relative to the app's resources.
  public var waveformPath: String?
  /// ID of a sound registered with an engine, in place of ``waveformPath``. Never written to a file.
  public var resourceID: Int?
  /// Whether the sound repeats until the event ends. `nil` means no.
  public var waveformLoopEnabled: Bool?
  /// Whether the envelope shapes the sound. `nil` means yes.
  public var waveformUseVolumeEnvelope: Bool?
  /// Event parameters, in file order.
  public var parameters: [EventParameter]
  /// Members unknown to Core Haptics.
  public var unknown: JSONObject

  /// Creates an event.
  public init(
    type: EventType, time: Double, duration: Double? = nil, waveformPath: String? = nil,
    waveformLoopEnabled: Bool? = nil, waveformUseVolumeEnvelope: Bool? = nil,
    parameters: [EventParameter] = [], unknown: JSONObject = JSONObject()
  ) {
    self.type = type
    self.time = time
    self.duration = duration
    self.waveformPath = waveformPath
    self.waveformLoopEnabled = waveformLoopEnabled
    self.waveformUseVolumeEnvelope = waveformUseVolumeEnvelope
    self.parameters = parameters
    self.unknown = unknown
  }

  /// Returns the value in effect: the last one given, clamped, or the event type's default.
  public func value(of id: EventParameterID) -> Double {
    guard let given = parameters.last(where: { $0.id == id })?.value, !given.isNaN else {
      return id.defaultValue(for: type)
    }
    return EventLimits.playedValue(min(max(given, id.range.lowerBound), id.range.upperBound))
  }
}

/// A parameter whose value is fixed when its event starts.
public struct EventParameter: Equatable, Sendable {
  /// Identifier.
  public var id: EventParameterID
  /// Value as written, not clamped.
  public var value: Double
  /// Members unknown to Core Haptics.
  public var unknown: JSONObject

  /// Creates an event parameter.
  public init(_ id: EventParameterID, _ value: Double, unknown: JSONObject = JSONObject()) {
    self.id = id
    self.value = value
    self.unknown = unknown
  }
}

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
