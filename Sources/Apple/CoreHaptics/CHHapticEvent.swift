import Foundation

/// An event in a pattern.
open class CHHapticEvent: NSObject {
  /// An event type's name.
  public struct EventType: Hashable, RawRepresentable, Sendable {
    /// AHAP's spelling.
    public let rawValue: String
    /// Accepts any name. Patterns reject unknown ones.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// An event parameter's name.
  public struct ParameterID: Hashable, RawRepresentable, Sendable {
    /// AHAP's spelling.
    public let rawValue: String
    /// Accepts any name. Patterns reject unknown ones.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Event type.
  open var type: CHHapticEvent.EventType { kind }
  /// Event parameters.
  open var eventParameters: [CHHapticEventParameter] { parameters }
  /// Seconds from the start of the pattern.
  open var relativeTime: TimeInterval
  /// Seconds until the release, or 0 for no fixed end.
  open var duration: TimeInterval
  private let kind: CHHapticEvent.EventType
  private let parameters: [CHHapticEventParameter]
  let resourceID: CHHapticAudioResourceID?

  /// Creates an event without a duration.
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

  /// Creates an event with a duration.
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

  /// Creates an event that plays a registered sound to its end.
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

  /// Creates an event that cuts off a registered sound, or pads it with silence, to fit a duration.
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
  /// A vibration with a duration.
  public static let hapticContinuous = Self(rawValue: "HapticContinuous")
  /// A tone with a duration.
  public static let audioContinuous = Self(rawValue: "AudioContinuous")
  /// A sound supplied by the app.
  public static let audioCustom = Self(rawValue: "AudioCustom")
}

extension CHHapticEvent.ParameterID {
  /// Haptic strength, 0…1.
  public static let hapticIntensity = Self(rawValue: "HapticIntensity")
  /// Haptic sharpness, 0…1.
  public static let hapticSharpness = Self(rawValue: "HapticSharpness")
  /// Time to full strength, normalised to 0…1.
  public static let attackTime = Self(rawValue: "AttackTime")
  /// Time from full strength to silence, normalised to 0…1.
  public static let decayTime = Self(rawValue: "DecayTime")
  /// Time from the event's end to silence, normalised to 0…1.
  public static let releaseTime = Self(rawValue: "ReleaseTime")
  /// Whether the event holds its level: 0 or 1.
  public static let sustained = Self(rawValue: "Sustained")
  /// Audio volume, 0…1.
  public static let audioVolume = Self(rawValue: "AudioVolume")
  /// Audio pitch, −1…1.
  public static let audioPitch = Self(rawValue: "AudioPitch")
  /// Audio pan, −1…1.
  public static let audioPan = Self(rawValue: "AudioPan")
  /// Audio brightness, 0…1.
  public static let audioBrightness = Self(rawValue: "AudioBrightness")
}

/// Identifier of a registered sound, never 0.
public typealias CHHapticAudioResourceID = Int
/// Key of a sound's options.
public typealias CHHapticAudioResourceKey = NSString
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Key of a Boolean: whether the envelope shapes the sound (default: on).
public let CHHapticAudioResourceKeyUseVolumeEnvelope: String = "CHHapticAudioResourceKeyUseVolumeEnvelope"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Key of a Boolean: whether the sound repeats until its event ends (default: off).
public let CHHapticAudioResourceKeyLoopEnabled: String = "CHHapticAudioResourceKeyLoopEnabled"

/// A sound's options, converted from any type that Apple's bridging accepts. `nil` means unspecified.
struct AudioResourceOptions: Sendable {
  private(set) var usesVolumeEnvelope: Bool?
  private(set) var loops: Bool?

  init(_ options: [AnyHashable: Any]) {
    // On Linux, `AnyHashable` treats an `NSString` and an equal `String` as different.
    for (key, value) in options {
      switch (key.base as? String) ?? (key.base as? NSString)?.description {
      case CHHapticAudioResourceKeyUseVolumeEnvelope: usesVolumeEnvelope = AudioResourceOptions.truth(value)
      case CHHapticAudioResourceKeyLoopEnabled: loops = AudioResourceOptions.truth(value)
      default: break
      }
    }
  }

  private static func truth(_ value: Any) -> Bool? {
    (value as? Bool) ?? (value as? NSNumber)?.boolValue ?? (value as? Int).map { $0 != 0 }
  }
}
