/// The twelve dynamic parameters. Raw values are the names in AHAP files.
public enum DynamicParameterID: String, CaseIterable, BitwiseCopyable, Sendable {
  case hapticIntensityControl = "HapticIntensityControl"
  case hapticSharpnessControl = "HapticSharpnessControl"
  case hapticAttackTimeControl = "HapticAttackTimeControl"
  case hapticDecayTimeControl = "HapticDecayTimeControl"
  case hapticReleaseTimeControl = "HapticReleaseTimeControl"
  case audioVolumeControl = "AudioVolumeControl"
  case audioPitchControl = "AudioPitchControl"
  case audioPanControl = "AudioPanControl"
  case audioBrightnessControl = "AudioBrightnessControl"
  case audioAttackTimeControl = "AudioAttackTimeControl"
  case audioDecayTimeControl = "AudioDecayTimeControl"
  case audioReleaseTimeControl = "AudioReleaseTimeControl"

  /// Whether the control scales the event's value instead of being added to it.
  public var multiplies: Bool {
    @_noLocks get {
      switch self {
      case .hapticIntensityControl, .audioVolumeControl: true
      case .hapticSharpnessControl, .hapticAttackTimeControl, .hapticDecayTimeControl, .hapticReleaseTimeControl,
        .audioPitchControl, .audioPanControl, .audioBrightnessControl, .audioAttackTimeControl,
        .audioDecayTimeControl, .audioReleaseTimeControl:
        false
      }
    }
  }
  /// Range to which values are clamped.
  public var range: ClosedRange<Double> { clamped(-.infinity)...clamped(.infinity) }
  /// Neutral value.
  public var defaultValue: Double { multiplies ? 1 : 0 }

  /// Clamps a value, which must not be NaN.
  @_noLocks
  public func clamped(_ value: Double) -> Double {
    let lowest = multiplies ? 0.0 : -1
    return value > lowest ? (value < 1 ? EventLimits.playedValue(value) : 1) : lowest
  }
}

/// Value to which a control is set at a given time, for all of a player's events.
public struct DynamicParameter: Equatable, Sendable {
  /// Control.
  public var id: DynamicParameterID
  /// Value as written, not clamped.
  public var value: Double
  /// Seconds from the start of the pattern.
  public var time: Double
  /// Members unknown to Core Haptics.
  public var unknown: JSONObject

  /// Creates a dynamic parameter.
  public init(_ id: DynamicParameterID, value: Double, time: Double, unknown: JSONObject = JSONObject()) {
    self.id = id
    self.value = value
    self.time = time
    self.unknown = unknown
  }
}

/// A control's piecewise-linear path, applied to all of a player's events.
public struct ParameterCurve: Equatable, Sendable {
  /// Control.
  public var id: DynamicParameterID
  /// Seconds from the start of the pattern.
  public var time: Double
  /// Control points, with times relative to the start of the curve.
  public var points: [ControlPoint]
  /// Members unknown to Core Haptics.
  public var unknown: JSONObject

  /// Creates a curve.
  public init(
    _ id: DynamicParameterID, time: Double, points: [ControlPoint], unknown: JSONObject = JSONObject()
  ) {
    self.id = id
    self.time = time
    self.points = points
    self.unknown = unknown
  }
}

/// Control point of a curve.
public struct ControlPoint: Equatable, Sendable {
  /// Seconds from the start of the curve.
  public var time: Double
  /// Value of the control, not clamped.
  public var value: Double
  /// Members unknown to Core Haptics.
  public var unknown: JSONObject

  /// Creates a control point.
  public init(time: Double, value: Double, unknown: JSONObject = JSONObject()) {
    self.time = time
    self.value = value
    self.unknown = unknown
  }
}
