/// The four kinds of event. Raw values are the spelling of AHAP.
public enum EventType: String, CaseIterable, Sendable {
  case hapticTransient = "HapticTransient"
  case hapticContinuous = "HapticContinuous"
  case audioContinuous = "AudioContinuous"
  case audioCustom = "AudioCustom"

  /// Whether the event drives the actuator; the others drive the loudspeaker.
  public var isHaptic: Bool { self == .hapticTransient || self == .hapticContinuous }
  /// Whether AHAP demands an `EventDuration`.
  public var requiresDuration: Bool { self == .hapticContinuous || self == .audioContinuous }
}

/// One occurrence in a pattern.
public struct Event: Equatable, Sendable {
  /// What kind of event it is.
  public var type: EventType
  /// Seconds from the start of the pattern.
  public var time: Double
  /// Seconds until the release begins; `nil` when not given.
  public var duration: Double?
  /// The sound of an ``EventType/audioCustom`` event: relative to the resources' root, or absolute.
  public var waveformPath: String?
  /// A sound that was registered with an engine, which takes the place of ``waveformPath``; no part of any file.
  public var resourceID: Int?
  /// Whether the sound repeats until the event's duration ends; `nil` when not given, which means no.
  public var waveformLoopEnabled: Bool?
  /// Whether the envelope shapes the sound; `nil` when not given, which means yes.
  public var waveformUseVolumeEnvelope: Bool?
  /// Fixed parameters, in file order.
  public var parameters: [EventParameter]
  /// Members that Core Haptics does not know, in file order.
  public var unknown: JSONObject

  /// Makes an event.
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

  /// The value that takes effect: the last one given for the identifier, clamped to its range, else its
  /// default for this type of event.
  public func value(of id: EventParameterID) -> Double {
    guard let given = parameters.last(where: { $0.id == id })?.value, !given.isNaN else {
      return id.defaultValue(for: type)
    }
    return min(max(given, id.range.lowerBound), id.range.upperBound)
  }
}

/// A parameter that is fixed when its event starts.
public struct EventParameter: Equatable, Sendable {
  /// Which parameter.
  public var id: EventParameterID
  /// The value as written, not clamped.
  public var value: Double
  /// Members that Core Haptics does not know, in file order.
  public var unknown: JSONObject

  /// Makes a parameter.
  public init(_ id: EventParameterID, _ value: Double, unknown: JSONObject = JSONObject()) {
    self.id = id
    self.value = value
    self.unknown = unknown
  }
}

/// The ten event parameters. Raw values are the spelling of AHAP.
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

  /// The values the device distinguishes; others count as the nearest of these.
  public var range: ClosedRange<Double> {
    switch self {
    case .audioPitch, .audioPan: -1...1
    default: 0...1
    }
  }

  /// The value when an event does not give one.
  public func defaultValue(for type: EventType) -> Double {
    switch self {
    case .hapticIntensity: type == .hapticTransient ? 0.75 : 0.6
    case .hapticSharpness: type == .hapticTransient ? 0.5 : 0.422601
    case .sustained, .audioVolume, .audioBrightness: 1
    case .attackTime, .decayTime, .releaseTime, .audioPitch, .audioPan: 0
    }
  }

  /// Whether an event of the type responds to the parameter. Giving another one is no error.
  public func applies(to type: EventType) -> Bool {
    switch self {
    case .hapticIntensity, .hapticSharpness: type.isHaptic
    case .attackTime, .decayTime, .releaseTime, .sustained: type != .hapticTransient
    case .audioVolume, .audioPitch, .audioPan, .audioBrightness: !type.isHaptic
    }
  }
}
