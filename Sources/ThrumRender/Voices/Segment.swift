import ThrumDevice

/// A stretch of a quantum on which every control of a player is a straight line.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
struct Segment: BitwiseCopyable {
  /// First frame and the one after the last.
  var from: SampleTime
  var to: SampleTime
  /// Offset of `from` in the quantum.
  var offset: Int
  /// Controls at `from` and at `to`.
  var intensity: (Float, Float) = (1, 1)
  var sharpness: (Float, Float) = (0, 0)
  var volume: (Float, Float) = (1, 1)
  var pitch: (Float, Float) = (0, 0)
  var pan: (Float, Float) = (0, 0)
  var brightness: (Float, Float) = (0, 0)
  /// The player's own gain: mute and pause.
  var gain: (Float, Float) = (1, 1)
  /// Added to the normalised times of events that reach the stage on this segment.
  var hapticDecay: Float = 0
  var audioDecay: Float = 0

  /// A segment with neutral controls.
  @_noLocks
  init(from: SampleTime, to: SampleTime, offset: Int) {
    self.from = from
    self.to = to
    self.offset = offset
  }

  /// A control's value and its change in a frame, at a frame of the segment.
  @_noLocks @inline(__always)
  func line(_ ends: (Float, Float), at frame: SampleTime) -> (value: Float, step: Float) {
    guard ends.0 != ends.1 else { return (ends.0, 0) }
    let step = (ends.1 - ends.0) / Float(to - from)
    return (ends.0 + step * Float(frame - from), step)
  }
}
