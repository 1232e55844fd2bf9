import ThrumDevice

/// A control at both ends of a segment, kept as one: two numbers that were written one after the other would have to reach
/// memory before a load of both.
///
/// - Thread: the one that renders.
struct Ends: BitwiseCopyable {
  private let both: SIMD2<Float>

  /// Where it begins and where it ends.
  @_noLocks @inline(__always)
  init(_ begin: Float, _ end: Float) { both = SIMD2(begin, end) }

  /// At rest.
  @_noLocks @inline(__always)
  init(_ value: Float) { both = SIMD2(repeating: value) }

  /// At the segment's first frame.
  var begin: Float { @_noLocks @inline(__always) get { both.x } }
  /// At the frame after its last.
  var end: Float { @_noLocks @inline(__always) get { both.y } }
}

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
  var intensity = Ends(1)
  var sharpness = Ends(0)
  var volume = Ends(1)
  var pitch = Ends(0)
  var pan = Ends(0)
  var brightness = Ends(0)
  /// The player's own gain: mute and pause.
  var gain = Ends(1)
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
  func line(_ ends: Ends, at frame: SampleTime) -> (value: Float, step: Float) {
    guard ends.begin != ends.end else { return (ends.begin, 0) }
    let step = (ends.end - ends.begin) / Float(to - from)
    return (ends.begin + step * Float(frame - from), step)
  }
}
