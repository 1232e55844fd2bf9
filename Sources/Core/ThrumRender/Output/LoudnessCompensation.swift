import ThrumDevice
import ThrumPattern

/// Makes equally strong vibrations sound equally loud, with three first-order low-passes at 75 Hz
/// (`Docs/Monitors.md`).
struct LoudnessCompensation: BitwiseCopyable {
  private let share: Double
  /// Leaves 125 Hz, the frequency of the default sharpness, unchanged.
  private let gain: Double
  private var first = 0.0
  private var second = 0.0
  private var third = 0.0

  init(sampleRate: SampleRate) {
    let corner = 75.0
    share = 1 - exponential(-2 * .pi * corner / sampleRate)
    let power = 1 + (125 / corner) * (125 / corner)
    gain = power * squareRoot(power)
  }

  /// Whether the state is below −180 dB.
  var isAtRest: Bool {
    @_noLocks @inline(__always) get {
      first < 1e-9 && first > -1e-9 && second < 1e-9 && second > -1e-9 && third < 1e-9 && third > -1e-9
    }
  }

  @_noLocks
  mutating func reset() {
    first = 0
    second = 0
    third = 0
  }

  @_noLocks
  mutating func render(_ signal: UnsafeMutablePointer<Double>, frames: FrameCount) {
    for frame in 0..<frames {
      first += (signal[frame] - first) * share
      second += (first - second) * share
      third += (second - third) * share
      signal[frame] = third * gain
    }
  }
}
