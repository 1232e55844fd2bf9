import ThrumDevice

/// Harmonics 2 to 5 of what a small loudspeaker cannot play: the ear completes the missing fundamental.
///
/// The input is divided by its envelope before Chebyshev polynomials make the harmonics, so that their balance does
/// not depend on the level: Tₙ(cos θ) = cos nθ. Levels 0.5, 0.35, 0.25, 0.18; then a high-pass at 150 Hz.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
struct HarmonicBass: BitwiseCopyable {
  private let attack: Double
  private let release: Double
  /// Frames for which a peak is held before the release: half a period of 60 Hz, or the envelope would sag between
  /// the peaks and the harmonics lose their balance.
  private let holdFrames: Int
  private var held = 0
  private var envelope = 0.0
  private var first: Biquad
  private var second: Biquad
  private let floorLevel = 0.001  // −60 dBFS

  /// At rest.
  init(sampleRate: SampleRate) {
    attack = 1 - exponential(-1 / (0.001 * sampleRate))
    release = 1 - exponential(-1 / (0.030 * sampleRate))
    holdFrames = Int(nearestFrame(sampleRate / 120))
    first = Biquad(.highPass, hertz: 150, sampleRate: sampleRate)
    second = first
  }

  /// Whether nothing is left of earlier input.
  ///
  /// - Real-time: yes.
  var isAtRest: Bool { @_noLocks @inline(__always) get { first.isAtRest && second.isAtRest } }

  /// Back to silence.
  ///
  /// - Real-time: yes.
  @_noLocks
  mutating func reset() {
    envelope = 0
    held = 0
    first.reset()
    second.reset()
  }

  /// The harmonics of a cosine of amplitude `level`, without the fundamental.
  ///
  /// - Real-time: yes.
  @_noLocks @inline(__always)
  static func harmonics(_ x: Double, level: Double) -> Double {
    let ratio = x / level
    let t1 = ratio < -1 ? -1 : (ratio > 1 ? 1 : ratio)
    let t2 = 2 * t1 * t1 - 1
    let t3 = 2 * t1 * t2 - t1
    let t4 = 2 * t1 * t3 - t2
    let t5 = 2 * t1 * t4 - t3
    return level * ((0.5 * t2 + 0.35 * t3) + (0.25 * t4 + 0.18 * t5))
  }

  /// Adds the harmonics and takes away the bass, in place.
  ///
  /// - Real-time: yes.
  @_noLocks
  mutating func render(_ signal: UnsafeMutablePointer<Double>, frames: FrameCount) {
    for frame in 0..<frames {
      let x = signal[frame]
      let size = x < 0 ? -x : x
      if size > envelope {
        envelope += (size - envelope) * attack
        held = holdFrames
      } else if held > 0 {
        held -= 1
      } else {
        envelope += (size - envelope) * release
      }
      // Below the floor the harmonics shrink with the level instead of turning noise into a tone.
      let level = envelope > floorLevel ? envelope : floorLevel
      let presence = envelope / level
      let y = x + HarmonicBass.harmonics(x, level: level) * presence
      signal[frame] = second.next(first.next(y))
    }
    if envelope < 1e-12 { envelope = 0 }
  }
}
