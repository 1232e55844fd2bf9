import ThrumPattern
import ThrumDevice

/// Makes equally strong vibrations equally loud: two first-order low-passes at 60 Hz, which match the ear's loss at low
/// frequencies (A-weighting, IEC 61672-1) minus the hand's (``TouchThreshold``) within 1 dB from 80 to 230 Hz.
struct LoudnessCompensation: BitwiseCopyable {
  private let share: Double
  /// Keeps 125 Hz, the default sharpness, unchanged.
  private let gain: Double
  private var first = 0.0
  private var second = 0.0

  init(sampleRate: SampleRate) {
    let corner = 60.0
    share = 1 - exponential(-2 * .pi * corner / sampleRate)
    gain = 1 + (125 / corner) * (125 / corner)
  }

  /// Whether the state has decayed below −180 dB.
  var isAtRest: Bool {
    @_noLocks @inline(__always) get { first < 1e-9 && first > -1e-9 && second < 1e-9 && second > -1e-9 }
  }

  @_noLocks
  mutating func reset() {
    first = 0
    second = 0
  }

  @_noLocks
  mutating func render(_ signal: UnsafeMutablePointer<Double>, frames: FrameCount) {
    for frame in 0..<frames {
      first += (signal[frame] - first) * share
      second += (first - second) * share
      signal[frame] = second * gain
    }
  }
}
