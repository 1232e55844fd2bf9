/// Second-order section in transposed direct form II, with Butterworth designs by the bilinear transform.
///
/// - Thread: the render thread; created before that thread starts and freed after it ends.
package struct Biquad: BitwiseCopyable {
  let b0: Double, b1: Double, b2: Double, a1: Double, a2: Double
  var s1 = 0.0
  var s2 = 0.0

  package enum Shape {
    case lowPass, highPass
    /// A gain of `gain` well below `hertz` and of 1 well above it (Zölzer, "DAFX", 2.3).
    case lowShelf(gain: Double)
  }

  /// A low- or high-pass has −3.01 dB of gain at `hertz`; two in series form a fourth-order Linkwitz-Riley (−6.02 dB).
  ///
  /// - Parameter damping: 1/Q of a low- or high-pass.
  package init(_ shape: Shape, hertz: Double, sampleRate: SampleRate, damping: Double = 2.0.squareRoot()) {
    let half = hertz / (2 * sampleRate)
    let k = sineOfTurns(half) / sineOfTurns(half + 0.25)  // tan(π·f/fs)
    let norm = 1 / (1 + damping * k + k * k)
    switch shape {
    case .lowPass:
      b0 = k * k * norm
      b1 = 2 * b0
      b2 = b0
    case .highPass:
      b0 = norm
      b1 = -2 * b0
      b2 = b0
    case .lowShelf(let gain):
      let (middle, low) = ((2 * gain).squareRoot() * k, gain * k * k)
      b0 = (1 + middle + low) * norm
      b1 = 2 * (low - 1) * norm
      b2 = (1 - middle + low) * norm
    }
    a1 = 2 * (k * k - 1) * norm
    a2 = (1 - damping * k + k * k) * norm
  }

  /// Whether the state is below −200 dB.
  package var isAtRest: Bool {
    @_noLocks get { s1 < 1e-10 && s1 > -1e-10 && s2 < 1e-10 && s2 > -1e-10 }
  }

  /// Sets a state that can no longer be heard to 0. Off the render path, where denormal numbers are not flushed, a
  /// filter would otherwise spend minutes of silence on them. Call it once per block.
  package mutating func settle() {
    if abs(s1) < 1e-30 { s1 = 0 }
    if abs(s2) < 1e-30 { s2 = 0 }
  }

  @_noLocks
  package mutating func reset() {
    s1 = 0
    s2 = 0
  }

  @_noLocks @inline(__always)
  package mutating func next(_ x: Double) -> Double {
    let y = b0 * x + s1
    s1 = b1 * x - a1 * y + s2
    s2 = b2 * x - a2 * y
    return y
  }
  @_noLocks
  package mutating func render(_ signal: UnsafeMutablePointer<Double>, frames: FrameCount) {
    for frame in 0..<frames { signal[frame] = next(signal[frame]) }
  }
}
