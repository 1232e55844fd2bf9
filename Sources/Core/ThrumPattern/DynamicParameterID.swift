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
