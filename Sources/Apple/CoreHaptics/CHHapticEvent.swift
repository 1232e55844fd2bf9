import Foundation

/// One occurrence in a pattern.
open class CHHapticEvent: NSObject {
  /// Names a kind of event.
  public struct EventType: Hashable, RawRepresentable, Sendable {
    /// The name in AHAP.
    public let rawValue: String
    /// Any name; a pattern takes those it knows.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Names an event parameter.
  public struct ParameterID: Hashable, RawRepresentable, Sendable {
    /// The name in AHAP.
    public let rawValue: String
    /// Any name; a pattern takes those it knows.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What kind of event it is.
  open var type: CHHapticEvent.EventType { kind }
  /// Its fixed parameters.
  open var eventParameters: [CHHapticEventParameter] { parameters }
  /// Seconds from the pattern's start.
  open var relativeTime: TimeInterval
  /// Seconds until the release; 0 is no fixed end.
  open var duration: TimeInterval
  private let kind: CHHapticEvent.EventType
  private let parameters: [CHHapticEventParameter]
  /// The sound, when the event plays a registered one.
  let resourceID: CHHapticAudioResourceID?

  /// Makes an event without a duration.
  public init(
    eventType type: CHHapticEvent.EventType, parameters eventParams: [CHHapticEventParameter],
    relativeTime time: TimeInterval
  ) {
    kind = type
    parameters = eventParams
    relativeTime = time
    duration = 0
    resourceID = nil
    super.init()
  }

  /// Makes an event with a duration.
  public init(
    eventType type: CHHapticEvent.EventType, parameters eventParams: [CHHapticEventParameter],
    relativeTime time: TimeInterval, duration: TimeInterval
  ) {
    kind = type
    parameters = eventParams
    relativeTime = time
    self.duration = duration
    resourceID = nil
    super.init()
  }

  /// Makes an event that plays a registered sound to its own end.
  public init(
    audioResourceID resID: CHHapticAudioResourceID, parameters eventParams: [CHHapticEventParameter],
    relativeTime time: TimeInterval
  ) {
    kind = .audioCustom
    parameters = eventParams
    relativeTime = time
    duration = 0
    resourceID = resID
    super.init()
  }

  /// Makes an event that plays a registered sound for a duration: shorter cuts it, longer is filled up with silence.
  public init(
    audioResourceID resID: CHHapticAudioResourceID, parameters eventParams: [CHHapticEventParameter],
    relativeTime time: TimeInterval, duration: TimeInterval
  ) {
    kind = .audioCustom
    parameters = eventParams
    relativeTime = time
    self.duration = duration
    resourceID = resID
    super.init()
  }
}

extension CHHapticEvent.EventType {
  /// A short tap.
  public static let hapticTransient = Self(rawValue: "HapticTransient")
  /// A vibration of a length.
  public static let hapticContinuous = Self(rawValue: "HapticContinuous")
  /// A tone of a length.
  public static let audioContinuous = Self(rawValue: "AudioContinuous")
  /// A sound of the app's.
  public static let audioCustom = Self(rawValue: "AudioCustom")
}

extension CHHapticEvent.ParameterID {
  /// Strength of a haptic event, 0…1.
  public static let hapticIntensity = Self(rawValue: "HapticIntensity")
  /// Sharpness of a haptic event, 0…1.
  public static let hapticSharpness = Self(rawValue: "HapticSharpness")
  /// Time to full strength, 0…1, normalised.
  public static let attackTime = Self(rawValue: "AttackTime")
  /// Time from full strength to nothing, 0…1, normalised.
  public static let decayTime = Self(rawValue: "DecayTime")
  /// Time from the event's end to nothing, 0…1, normalised.
  public static let releaseTime = Self(rawValue: "ReleaseTime")
  /// Whether the event holds, 0 or 1.
  public static let sustained = Self(rawValue: "Sustained")
  /// Volume of an audio event, 0…1.
  public static let audioVolume = Self(rawValue: "AudioVolume")
  /// Pitch of an audio event, −1…1.
  public static let audioPitch = Self(rawValue: "AudioPitch")
  /// Pan of an audio event, −1…1.
  public static let audioPan = Self(rawValue: "AudioPan")
  /// Brightness of an audio event, 0…1.
  public static let audioBrightness = Self(rawValue: "AudioBrightness")
}
