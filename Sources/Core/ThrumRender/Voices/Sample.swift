import ThrumDevice
import ThrumPattern

/// What only a sound needs.
struct Sample: BitwiseCopyable {
  var sound: Sound?
  var position = SoundPosition(units: 0)
  var loops = false
  /// State and coefficient of the low-pass, and the brightness at the start; NaN at first.
  var filter: (Float, Float) = (0, 0)
  var openness: Float = 1
  var brightness = Float.nan

  @_noLocks
  init() {}
}
