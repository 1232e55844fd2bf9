import Foundation
import ThrumPattern

/// A change to a control that affects all of a player's events.
open class CHHapticDynamicParameter: NSObject {
  /// A control's name.
  public struct ID: Hashable, RawRepresentable, Sendable {
    /// AHAP's spelling.
    public let rawValue: String
    /// Accepts any name. Patterns reject unknown ones.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The control.
  open var parameterID: CHHapticDynamicParameter.ID { id }
  /// Specified value, clamped where it is used.
  open var value: Float
  /// Seconds from the pattern's start, or from the time of sending.
  open var relativeTime: TimeInterval
  private let id: CHHapticDynamicParameter.ID

  /// Creates a parameter.
  public init(parameterID: CHHapticDynamicParameter.ID, value: Float, relativeTime time: TimeInterval) {
    id = parameterID
    self.value = value
    relativeTime = time
    super.init()
  }
}

/// Objective-C's name for a control point.
public typealias CHHapticParameterCurveControlPoint = CHHapticParameterCurve.ControlPoint

extension CHHapticDynamicParameter.ID {
  /// Multiplies haptic intensity, 0…1.
  public static let hapticIntensityControl = Self(rawValue: "HapticIntensityControl")
  /// Added to the sharpness of continuous events, −1…1.
  public static let hapticSharpnessControl = Self(rawValue: "HapticSharpnessControl")
  /// Added to haptic attack time, −1…1.
  public static let hapticAttackTimeControl = Self(rawValue: "HapticAttackTimeControl")
  /// Added to haptic decay time, −1…1.
  public static let hapticDecayTimeControl = Self(rawValue: "HapticDecayTimeControl")
  /// Added to haptic release time, −1…1.
  public static let hapticReleaseTimeControl = Self(rawValue: "HapticReleaseTimeControl")
  /// Multiplies audio volume, 0…1.
  public static let audioVolumeControl = Self(rawValue: "AudioVolumeControl")
  /// Added to audio pan, −1…1.
  public static let audioPanControl = Self(rawValue: "AudioPanControl")
  /// Added to audio brightness, −1…1.
  public static let audioBrightnessControl = Self(rawValue: "AudioBrightnessControl")
  /// Added to audio pitch, −1…1.
  public static let audioPitchControl = Self(rawValue: "AudioPitchControl")
  /// Added to audio attack time, −1…1.
  public static let audioAttackTimeControl = Self(rawValue: "AudioAttackTimeControl")
  /// Added to audio decay time, −1…1.
  public static let audioDecayTimeControl = Self(rawValue: "AudioDecayTimeControl")
  /// Added to audio release time, −1…1.
  public static let audioReleaseTimeControl = Self(rawValue: "AudioReleaseTimeControl")
}

/// An Objective-C typed string. In `Any`, it is an `NSString`, and casts convert both ways (decision 0020).
public protocol HapticTypedString: RawRepresentable, _ObjectiveCBridgeable where RawValue == String {
  /// Creates a value from any name.
  init(rawValue: String)
}

extension HapticTypedString {
  /// Casts to `NSString`.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  /// Casts with `as!`.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// Casts with `as?`.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = _unconditionallyBridgeFromObjectiveC(source)
    return true
  }

  /// Casts without failing.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
    Self(rawValue: source.map { String._unconditionallyBridgeFromObjectiveC($0) } ?? "")
  }
}

extension CHHapticEvent.EventType: HapticTypedString {}

extension CHHapticEvent.ParameterID: HapticTypedString {}

extension CHHapticDynamicParameter.ID: HapticTypedString {}
