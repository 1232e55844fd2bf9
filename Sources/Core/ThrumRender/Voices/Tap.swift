import ThrumDevice

/// What only a tap needs: its brake half-cycles.
struct Tap: BitwiseCopyable {
  /// Turns per frame of the half-cycles.
  var brakeIncrement = 0.0
  var firstBrake: Float = 0
  var secondBrake: Float = 0
  var secondBrakeFrames = 0

  @_noLocks
  init() {}
}
