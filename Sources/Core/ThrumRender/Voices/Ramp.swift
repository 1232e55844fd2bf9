import ThrumDevice

/// A value that is linear over some frames: at the first frame, and its change per frame.
struct Ramp: BitwiseCopyable {
  var value: Float
  var step: Float

  @_noLocks @inline(__always)
  init(_ value: Float, step: Float = 0) {
    self.value = value
    self.step = step
  }
}
