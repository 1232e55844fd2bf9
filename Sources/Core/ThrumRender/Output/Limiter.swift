import ThrumDevice
import ThrumPattern

/// A look-ahead limiter for two linked channels. Keeps true peaks below the ceiling, and is bit-transparent for signals
/// below it.
///
/// The gain for each peak is held over the look-ahead, released with a time constant, and averaged over the look-ahead,
/// so it falls smoothly until the peak leaves the delay. ``TruePeak`` finds the peaks.
struct Limiter: BitwiseCopyable {
  let lookAhead: FrameCount
  private let ceiling: Float
  private let release: Double
  private let left: DelayLine
  private let right: DelayLine
  /// Start of the history in both delay lines.
  private var at = 0
  /// A circular buffer of the last `window` held gains, and their sum.
  private let window: Int
  private let held: UnsafeMutablePointer<Double>
  private var heldIndex = 0
  private var heldSum: Double
  /// Candidates for the window's minimum, sorted, with their frames.
  private let candidateGains: UnsafeMutablePointer<Double>
  private let candidateFrames: UnsafeMutablePointer<SampleTime>
  private var firstCandidate = 0
  private var candidateCount = 0
  private var clock: SampleTime = 0
  private(set) var output: UnsafePointer<Float>
  private(set) var secondOutput: UnsafePointer<Float>
  private let truePeak = TruePeak()
  /// Scratch: magnitudes of a quantum, including those between frames.
  private let sizes: UnsafeMutablePointer<Float>
  private var peakBefore: Float = 0
  /// Peak of the last quantum, at most the ceiling.
  private(set) var peak: Float = 0
  private var released = 1.0
  /// Frames since a gain below 1 last entered the window.
  private var quietFrames: Int

  init(sampleRate: SampleRate, ceiling: Double, lookAheadSeconds: Double, releaseSeconds: Double) {
    let averaged = Int(nearestFrame(lookAheadSeconds * sampleRate))
    lookAhead = averaged + TruePeak.reach
    window = averaged + 1
    self.ceiling = Float(ceiling)
    release = 1 - exponential(-1 / (releaseSeconds * sampleRate))
    left = DelayLine(delay: lookAhead)
    right = DelayLine(delay: lookAhead)
    held = .allocate(capacity: window)
    sizes = .allocate(capacity: quantumFrames)
    sizes.initialize(repeating: 0, count: quantumFrames)
    candidateGains = .allocate(capacity: window)
    candidateFrames = .allocate(capacity: window)
    output = UnsafePointer(left.frames)
    secondOutput = UnsafePointer(right.frames)
    held.initialize(repeating: 1, count: window)
    candidateGains.initialize(repeating: 1, count: window)
    candidateFrames.initialize(repeating: 0, count: window)
    heldSum = Double(window)
    quietFrames = window
  }

  func deallocate() {
    left.deallocate()
    right.deallocate()
    held.deallocate()
    truePeak.deallocate()
    sizes.deallocate()
    candidateGains.deallocate()
    candidateFrames.deallocate()
  }

  @_noLocks
  mutating func reset() {
    left.reset()
    right.reset()
    relax()
  }

  @_noLocks
  private mutating func relax() {
    for i in 0..<window { held[i] = 1 }
    heldSum = Double(window)
    released = 1
    candidateCount = 0
    quietFrames = window
    peakBefore = 0
  }

  /// Whether the gain is 1 throughout the delay.
  private var isIdle: Bool { @_noLocks @inline(__always) get { released == 1 && quietFrames >= 2 * window } }

  @_noLocks
  func copyLeftToRight() {
    for i in at..<at + lookAhead { right.frames[i] = left.frames[i] }
  }

  /// Until the next call, ``output`` and ``secondOutput`` point to the delayed, limited samples.
  ///
  /// Without `r`, both channels are equal. Overwrites `l` and `r`.
  @_noLocks @inline(__always)
  mutating func render(_ l: UnsafeMutablePointer<Float>, _ r: UnsafeMutablePointer<Float>?) {
    if !left.hasRoom(at: at) { turnBack(isStereo: r != nil) }
    var peak = left.append(l, at: at)
    if let r {
      let second = right.append(r, at: at)
      peak = second > peak ? second : peak
    }
    self.peak = peak < ceiling ? peak : ceiling
    if isIdle, reachesCeiling(peak, isStereo: r != nil) { quietFrames = window }
    peakBefore = peak
    if isIdle {
      output = UnsafePointer(left.frames + at)
      secondOutput = UnsafePointer(right.frames + at)
    } else {
      limit(l, r)
      output = UnsafePointer(l)
      secondOutput = UnsafePointer(r ?? l)
    }
    at += quantumFrames
    clock += SampleTime(quantumFrames)
  }

  /// Whether a peak can reach the ceiling. Also considers the previous quantum's peak, since values between frames are
  /// known only later.
  @_noLocks @inline(__always)
  private func reachesCeiling(_ peak: Float, isStereo: Bool) -> Bool {
    // Below this level, the kernel cannot reach the ceiling.
    let harmless = 0.35 * ceiling
    if peak < harmless, peakBefore < harmless { return false }
    if peak > ceiling || peakBefore > ceiling { return true }
    let first = at + lookAhead - TruePeak.reach
    var bend = TruePeak.bend(left.frames + first)
    if isStereo {
      let second = TruePeak.bend(right.frames + first)
      bend = second > bend ? second : bend
    }
    return peak + bend > ceiling || peakBefore + bend > ceiling
  }

  @_noLocks
  private mutating func turnBack(isStereo: Bool) {
    left.turnBack(from: at)
    if isStereo { right.turnBack(from: at) }
    at = 0
  }

  @_noLocks
  private mutating func limit(_ l: UnsafeMutablePointer<Float>, _ r: UnsafeMutablePointer<Float>?) {
    for tile in 0..<tilesOfQuantum { storeTile(.zero, sizes, tile) }
    truePeak.raise(sizes, to: left.frames + at + lookAhead - TruePeak.reach)
    if r != nil { truePeak.raise(sizes, to: right.frames + at + lookAhead - TruePeak.reach) }
    for frame in 0..<quantumFrames {
      // Overflow in the kernel (infinity or NaN) counts as the loudest sample.
      let size = sizes[frame] < .greatestFiniteMagnitude ? sizes[frame] : .greatestFiniteMagnitude
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
      l[frame] = clamped(Double(left.frames[at + frame]) * gain)
      if let r { r[frame] = clamped(Double(right.frames[at + frame]) * gain) }
    }
  }

  /// Clamps a sample, since rounding in the running sum can let extreme peaks exceed the ceiling.
  @_noLocks @inline(__always)
  private func clamped(_ x: Double) -> Float {
    let y = Float(x)
    return y > ceiling ? ceiling : (y < -ceiling ? -ceiling : y)
  }

  /// Removes rounding errors once all held gains are 1.
  @_noLocks
  private mutating func relaxSum() { heldSum = Double(window) }

  /// Returns the minimum of the last `window` gains. Drops candidates that a later, lower gain rules out.
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
}

/// Finds peaks between frames by fourfold oversampling (ITU-R BS.1770-5, annex 2) with a 24-frame kernel.
/// Underestimates them by at most 0.8 dB; the error is largest near half the sample rate.
struct TruePeak: BitwiseCopyable {
  /// Frames needed on each side.
  static var reach: Int { @_noLocks @inline(__always) get { 12 } }
  private static var taps: Int { @_noLocks @inline(__always) get { 24 } }
  /// Weights for ¼, ½ and ¾ of the way to the next frame.
  private let weights: UnsafeMutablePointer<Float>

  private static let kernel = (0..<3).flatMap { place in
    (0..<taps).map { tap in
      let distance = Double(tap - reach + 1) - Double(place + 1) / 4
      return Float(windowedSinc(distance, edge: 0.5, reach: Double(reach), beta: 2))
    }
  }

  init() {
    weights = .allocate(capacity: TruePeak.kernel.count)
    for (index, weight) in TruePeak.kernel.enumerated() { (weights + index).initialize(to: weight) }
  }

  func deallocate() { weights.deallocate() }

  /// Raises `sizes` to the peak between each frame and the next. Reads 12 more frames on each side.
  @_noLocks
  func raise(_ sizes: UnsafeMutablePointer<Float>, to signal: UnsafePointer<Float>) {
    var frame = 0
    while frame < quantumFrames {
      var most = largerMagnitudes(load(sizes, frame), load(signal, frame))
      let first = frame - TruePeak.reach + 1
      for place in 0..<3 {
        var between = Lanes.zero
        for tap in 0..<TruePeak.taps {
          between += Lanes(repeating: weights[place * TruePeak.taps + tap]) * load(signal, first + tap)
        }
        most = largerMagnitudes(most, between)
      }
      store(most, sizes, frame)
      frame += Lanes.scalarCount
    }
  }

  /// Returns a bound on how far the signal between frames can exceed a quantum's largest sample.
  @_noLocks
  static func bend(_ signal: UnsafePointer<Float>) -> Float {
    var most = Lanes.zero
    var frame = 0
    while frame < quantumFrames {
      let middle = load(signal, frame)
      most = largerMagnitudes(most, (load(signal, frame - 1) - middle) + (load(signal, frame + 1) - middle))
      frame += Lanes.scalarCount
    }
    return largest(most)
  }
}
