/// The twelve dynamic parameters. Raw values are the spelling of AHAP.
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

  /// Whether the control multiplies the event's value; the others are added to it.
  ///
  /// - Real-time: yes.
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
  /// The values the device distinguishes; others count as the nearest of these.
  public var range: ClosedRange<Double> { clamped(-.infinity)...clamped(.infinity) }
  /// The value that changes nothing.
  public var defaultValue: Double { multiplies ? 1 : 0 }

  /// The value that counts for one that is written; it must be a number.
  ///
  /// - Real-time: yes.
  @_noLocks
  public func clamped(_ value: Double) -> Double {
    let lowest = multiplies ? 0.0 : -1
    return value > lowest ? (value < 1 ? value : 1) : lowest
  }
}

/// A jump of a control at a time, for all of a player's events from then on.
public struct DynamicParameter: Equatable, Sendable {
  /// Which control.
  public var id: DynamicParameterID
  /// The value as written, not clamped.
  public var value: Double
  /// Seconds from the start of the pattern.
  public var time: Double
  /// Members that Core Haptics does not know, in file order.
  public var unknown: JSONObject

  /// Makes a dynamic parameter.
  public init(_ id: DynamicParameterID, value: Double, time: Double, unknown: JSONObject = JSONObject()) {
    self.id = id
    self.value = value
    self.time = time
    self.unknown = unknown
  }
}

/// A piecewise-linear path of a control, for all of a player's events.
public struct ParameterCurve: Equatable, Sendable {
  /// Which control.
  public var id: DynamicParameterID
  /// Seconds from the start of the pattern.
  public var time: Double
  /// The path; times count from the start of the curve.
  public var points: [ControlPoint]
  /// Members that Core Haptics does not know, in file order.
  public var unknown: JSONObject

  /// Makes a curve.
  public init(
    _ id: DynamicParameterID, time: Double, points: [ControlPoint], unknown: JSONObject = JSONObject()
  ) {
    self.id = id
    self.time = time
    self.points = points
    self.unknown = unknown
  }
}

/// One point of a curve.
public struct ControlPoint: Equatable, Sendable {
  /// Seconds from the start of the curve.
  public var time: Double
  /// The control's value, not clamped.
  public var value: Double
  /// Members that Core Haptics does not know, in file order.
  public var unknown: JSONObject

  /// Makes a point.
  public init(time: Double, value: Double, unknown: JSONObject = JSONObject()) {
    self.time = time
    self.value = value
    self.unknown = unknown
  }
}
