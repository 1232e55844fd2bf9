/// A look-ahead peak limiter for two linked channels: never above its ceiling, bit-transparent below.
///
/// The gain that each peak needs is held over the look-ahead, released with a time constant, and averaged over the
/// look-ahead, so that it has come down, without a step, when the peak comes out of the delay.
struct Limiter: BitwiseCopyable {
  /// Delay of the output, frames.
  let lookAhead: FrameCount
  private let ceiling: Float
  private let release: Double
  /// Delay lines: `lookAhead` frames of history, then a quantum.
  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  /// The last `window` held gains, as a circle, and their sum.
  private let window: Int
  private let held: UnsafeMutablePointer<Double>
  private var heldIndex = 0
  private var heldSum: Double
  /// Gains that can still become the window's least, rising, with their frames.
  private let candidateGains: UnsafeMutablePointer<Double>
  private let candidateFrames: UnsafeMutablePointer<SampleTime>
  private var firstCandidate = 0
  private var candidateCount = 0
  private var clock: SampleTime = 0
  private var released = 1.0
  /// Frames since a gain below 1 last entered the window.
  private var quietFrames: Int

  /// At rest. The owner calls ``deallocate()``.
  init(sampleRate: SampleRate, ceiling: Double, lookAheadSeconds: Double, releaseSeconds: Double) {
    lookAhead = Int(nearestFrame(lookAheadSeconds * sampleRate))
    window = lookAhead + 1
    self.ceiling = Float(ceiling)
    release = 1 - exponential(-1 / (releaseSeconds * sampleRate))
    left = .allocate(capacity: lookAhead + quantumFrames)
    right = .allocate(capacity: lookAhead + quantumFrames)
    held = .allocate(capacity: window)
    candidateGains = .allocate(capacity: window)
    candidateFrames = .allocate(capacity: window)
    left.initialize(repeating: 0, count: lookAhead + quantumFrames)
    right.initialize(repeating: 0, count: lookAhead + quantumFrames)
    held.initialize(repeating: 1, count: window)
    candidateGains.initialize(repeating: 1, count: window)
    candidateFrames.initialize(repeating: 0, count: window)
    heldSum = Double(window)
    quietFrames = window
  }

  /// Frees the delay lines; nobody may render afterwards.
  func deallocate() {
    left.deallocate()
    right.deallocate()
    held.deallocate()
    candidateGains.deallocate()
    candidateFrames.deallocate()
  }

  /// Back to silence.
  ///
  /// - Real-time: yes.
  @_noLocks
  mutating func reset() {
    for i in 0..<lookAhead + quantumFrames {
      left[i] = 0
      right[i] = 0
    }
    relax()
  }

  @_noLocks
  private mutating func relax() {
    for i in 0..<window { held[i] = 1 }
    heldSum = Double(window)
    released = 1
    candidateCount = 0
    quietFrames = window
  }

  /// Whether the gain is 1 now and for all that is in the delay.
  private var isIdle: Bool { @_noLocks get { released == 1 && quietFrames >= 2 * window } }

  /// Takes a quantum in and gives the delayed, limited one back in place.
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes.
  @_noLocks
  mutating func render(
    _ l: UnsafeMutablePointer<Float>, _ r: UnsafeMutablePointer<Float>, frames: FrameCount
  ) {
    var peaks = Lanes.zero
    var frame = 0
    while frame < frames {
      let x = load(l, frame)
      let y = load(r, frame)
      peaks = peaks.replacing(with: x, where: x .> peaks)
      peaks = peaks.replacing(with: -x, where: -x .> peaks)
      peaks = peaks.replacing(with: y, where: y .> peaks)
      peaks = peaks.replacing(with: -y, where: -y .> peaks)
      store(x, left, lookAhead + frame)
      store(y, right, lookAhead + frame)
      frame += Lanes.scalarCount
    }
    let peak = peaks.max()
    if peak > ceiling, isIdle { quietFrames = window }
    if peak <= ceiling, isIdle {
      copy(from: left, to: l, frames: frames)
      copy(from: right, to: r, frames: frames)
    } else {
      limit(l, r, frames: frames)
    }
    shift(left, frames: frames)
    shift(right, frames: frames)
    clock += SampleTime(frames)
  }

  @_noLocks
  private mutating func limit(
    _ l: UnsafeMutablePointer<Float>, _ r: UnsafeMutablePointer<Float>, frames: FrameCount
  ) {
    for frame in 0..<frames {
      let x = left[lookAhead + frame], y = right[lookAhead + frame]
      let a = x < 0 ? -x : x, b = y < 0 ? -y : y
      let size = a > b ? a : b
      let wanted = size > ceiling ? Double(ceiling) / Double(size) : 1
      quietFrames = wanted < 1 ? 0 : quietFrames + 1
      let least = leastOverWindow(adding: wanted, at: clock + SampleTime(frame))
      var next = released + (1 - released) * release
      if next > 0.999_999 { next = 1 }
      released = least < next ? least : next
      if released < 1 { quietFrames = 0 }
      heldSum += released - held[heldIndex]
      held[heldIndex] = released
      heldIndex = heldIndex + 1 == window ? 0 : heldIndex + 1
      if quietFrames == window { relaxSum() }
      let gain = heldSum / Double(window)
      l[frame] = clamped(Double(left[frame]) * gain)
      r[frame] = clamped(Double(right[frame]) * gain)
    }
  }

  /// What the rounding of the running sum leaves above the ceiling when the peak is beyond all reason.
  @_noLocks @inline(__always)
  private func clamped(_ x: Double) -> Float {
    let y = Float(x)
    return y > ceiling ? ceiling : (y < -ceiling ? -ceiling : y)
  }

  /// All held gains are 1 again: forget the rounding of the running sum.
  @_noLocks
  private mutating func relaxSum() { heldSum = Double(window) }

  /// Minimum of the last `window` gains: candidates that a later, lower gain makes irrelevant are dropped.
  @_noLocks
  private mutating func leastOverWindow(adding gain: Double, at time: SampleTime) -> Double {
    while candidateCount > 0, candidateGains[slot(candidateCount - 1)] >= gain { candidateCount -= 1 }
    while candidateCount > 0, candidateFrames[slot(0)] <= time - SampleTime(window) {
      firstCandidate = slot(1)
      candidateCount -= 1
    }
    let last = slot(candidateCount)
    candidateGains[last] = gain
    candidateFrames[last] = time
    candidateCount += 1
    return candidateGains[slot(0)]
  }

  @_noLocks @inline(__always)
  private func slot(_ offset: Int) -> Int {
    let index = firstCandidate + offset
    return index >= window ? index - window : index
  }

  @_noLocks @inline(__always)
  private func copy(
    from line: UnsafeMutablePointer<Float>, to output: UnsafeMutablePointer<Float>, frames: FrameCount
  ) {
    var frame = 0
    while frame < frames {
      store(load(line, frame), output, frame)
      frame += Lanes.scalarCount
    }
  }

  /// Moves the last `lookAhead` frames to the front.
  @_noLocks @inline(__always)
  private func shift(_ line: UnsafeMutablePointer<Float>, frames: FrameCount) {
    for i in 0..<lookAhead { line[i] = line[i + frames] }
  }
}
