import ThrumDevice

/// The past of a channel: `delay` frames of history, then the last quantum. The place moves on through a memory of many quanta, so
/// that history is moved only when it is at the end.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
struct DelayLine: BitwiseCopyable {
  private static var quanta: Int { @_noLocks @inline(__always) get { 16 } }

  /// Frame 0 of the memory.
  let frames: UnsafeMutablePointer<Float>
  private let delay: FrameCount
  private let length: Int

  /// Silence. The owner calls ``deallocate()``.
  init(delay: FrameCount) {
    self.delay = delay
    length = delay + DelayLine.quanta * quantumFrames
    frames = .allocate(capacity: length)
    frames.initialize(repeating: 0, count: length)
  }

  /// Frees the memory.
  func deallocate() { frames.deallocate() }

  /// Back to silence.
  ///
  /// - Real-time: yes.
  @_noLocks
  func reset() {
    for frame in 0..<length { frames[frame] = 0 }
  }

  /// Whether a quantum finds room behind the history at a place.
  ///
  /// - Real-time: yes.
  @_noLocks @inline(__always)
  func hasRoom(at place: Int) -> Bool { place + delay + quantumFrames <= length }

  /// Moves the history at a place to the front.
  ///
  /// - Real-time: yes.
  @_noLocks
  func turnBack(from place: Int) {
    for frame in 0..<delay { frames[frame] = frames[place + frame] }
  }

  /// Appends a quantum to the history at a place and returns its largest magnitude.
  ///
  /// - Real-time: yes.
  @_noLocks @inline(__always)
  func append(_ signal: UnsafePointer<Float>, at place: Int) -> Float {
    // Two by two: each comparison waits for the one before it.
    var peaks = Lanes.zero
    var others = Lanes.zero
    let target = frames + place + delay
    var frame = 0
    while frame < quantumFrames {
      let x = load(signal, frame)
      let y = load(signal, frame + Lanes.scalarCount)
      peaks = largerMagnitudes(peaks, x)
      others = largerMagnitudes(others, y)
      store(x, target, frame)
      store(y, target, frame + Lanes.scalarCount)
      frame += 2 * Lanes.scalarCount
    }
    return largest(largerMagnitudes(peaks, others))
  }
}
