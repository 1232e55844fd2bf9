import ThrumDevice

/// History of a channel: `delay` frames, then the last quantum. Its position advances through memory for many quanta,
/// so that the frames are rarely moved.
struct DelayLine: BitwiseCopyable {
  private static var quanta: Int { @_noLocks @inline(__always) get { 16 } }

  let frames: UnsafeMutablePointer<Float>
  private let delay: FrameCount
  private let length: Int

  init(delay: FrameCount) {
    self.delay = delay
    length = delay + DelayLine.quanta * quantumFrames
    frames = .allocate(capacity: length)
    frames.initialize(repeating: 0, count: length)
  }

  func deallocate() { frames.deallocate() }

  @_noLocks
  func reset() {
    for frame in 0..<length { frames[frame] = 0 }
  }

  @_noLocks @inline(__always)
  func hasRoom(at place: Int) -> Bool { place + delay + quantumFrames <= length }

  @_noLocks
  func turnBack(from place: Int) {
    for frame in 0..<delay { frames[frame] = frames[place + frame] }
  }

  /// Appends a quantum and returns its peak.
  @_noLocks @inline(__always)
  func append(_ signal: UnsafePointer<Float>, at place: Int) -> Float {
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
