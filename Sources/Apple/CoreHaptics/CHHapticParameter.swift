import Foundation
import ThrumPattern

/// A parameter that is fixed when its event starts.
open class CHHapticEventParameter: NSObject {
  /// The parameter's identifier.
  open var parameterID: CHHapticEvent.ParameterID { id }
  /// The specified value; clamped where it is used.
  open var value: Float
  private let id: CHHapticEvent.ParameterID

  /// Creates a parameter.
  public init(parameterID: CHHapticEvent.ParameterID, value: Float) {
    id = parameterID
    self.value = value
    super.init()
  }
}

/// A change to a control for all of a player's events, from a given time on.
open class CHHapticDynamicParameter: NSObject {
  /// The name of a control.
  public struct ID: Hashable, RawRepresentable, Sendable {
    /// AHAP's spelling.
    public let rawValue: String
    /// Accepts any name; creating a pattern rejects unknown ones.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The control.
  open var parameterID: CHHapticDynamicParameter.ID { id }
  /// The specified value; clamped where it is used.
  open var value: Float
  /// Seconds from the pattern's start, or from the time at which the parameter is sent.
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

/// A control's piecewise-linear path.
open class CHHapticParameterCurve: NSObject {
  /// A point on the curve.
  open class ControlPoint: NSObject {
    /// Seconds from the start of the curve.
    open var relativeTime: TimeInterval
    /// The control's value.
    open var value: Float

    /// Creates a point.
    public init(relativeTime time: TimeInterval, value: Float) {
      relativeTime = time
      self.value = value
      super.init()
    }
  }

  /// The control.
  open var parameterID: CHHapticDynamicParameter.ID { id }
  /// Seconds from the start of the pattern.
  open var relativeTime: TimeInterval
  /// Control points.
  open var controlPoints: [CHHapticParameterCurve.ControlPoint] { points }
  private let id: CHHapticDynamicParameter.ID
  private let points: [CHHapticParameterCurve.ControlPoint]

  /// Creates a curve.
  public init(
    parameterID: CHHapticDynamicParameter.ID, controlPoints: [CHHapticParameterCurve.ControlPoint],
    relativeTime: TimeInterval
  ) {
    id = parameterID
    points = controlPoints
    self.relativeTime = relativeTime
    super.init()
  }
}

/// Objective-C's name for a control point.
public typealias CHHapticParameterCurveControlPoint = CHHapticParameterCurve.ControlPoint

extension CHHapticDynamicParameter.ID {
  /// Multiplies the intensity of haptic events, 0…1.
  public static let hapticIntensityControl = Self(rawValue: "HapticIntensityControl")
  /// Added to the sharpness of continuous haptic events, −1…1.
  public static let hapticSharpnessControl = Self(rawValue: "HapticSharpnessControl")
  /// Added to the attack time of haptic events, −1…1.
  public static let hapticAttackTimeControl = Self(rawValue: "HapticAttackTimeControl")
  /// Added to the decay time of haptic events, −1…1.
  public static let hapticDecayTimeControl = Self(rawValue: "HapticDecayTimeControl")
  /// Added to the release time of haptic events, −1…1.
  public static let hapticReleaseTimeControl = Self(rawValue: "HapticReleaseTimeControl")
  /// Multiplies the volume of audio events, 0…1.
  public static let audioVolumeControl = Self(rawValue: "AudioVolumeControl")
  /// Added to the pan of audio events, −1…1.
  public static let audioPanControl = Self(rawValue: "AudioPanControl")
  /// Added to the brightness of audio events, −1…1.
  public static let audioBrightnessControl = Self(rawValue: "AudioBrightnessControl")
  /// Added to the pitch of audio events, −1…1.
  public static let audioPitchControl = Self(rawValue: "AudioPitchControl")
  /// Added to the attack time of audio events, −1…1.
  public static let audioAttackTimeControl = Self(rawValue: "AudioAttackTimeControl")
  /// Added to the decay time of audio events, −1…1.
  public static let audioDecayTimeControl = Self(rawValue: "AudioDecayTimeControl")
  /// Added to the release time of audio events, −1…1.
  public static let audioReleaseTimeControl = Self(rawValue: "AudioReleaseTimeControl")
}
