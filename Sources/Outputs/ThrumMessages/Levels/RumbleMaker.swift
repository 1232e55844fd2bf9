import ThrumDevice
import ThrumPattern

/// Converts an actuator's acceleration to motor levels, 125 times a second, using the energy of the last 16 ms.
///
/// A motor's force grows with the square of its speed, so its drive is the square root of acceleration, like intensity.
/// The strong motor gets the share below the crossover, the weak one the share above. If the level falls faster than
/// the motor can slow down, the motor stops at once.
struct RumbleMaker {
  /// Interval between levels, s.
  static let interval = 0.008
  /// Peak of a full-intensity buzz above 122 Hz, full scale 1. The shelf compensates for the phone's stroke limit below
  /// that.
  private static let full = 0.175
  /// Thresholds of silence for the total and for one motor's share. The total is −44 dB, since the output's filters
  /// ring for 0.1 s from −51 dB.
  private static let silence = (whole: 0.08, share: 0.02)
  /// During a fall, intensities below this count as ringing.
  private static let ringing = 0.25

  /// Energy ratios over 8 ms: below the first, the level falls faster than a motor can slow down, until the ratio
  /// exceeds the second.
  private static let fall = (begin: 0.6, end: 0.85)

  /// Energy below and above the crossover.
  private struct Energy {
    var low = 0.0, high = 0.0
    var sum: Double { low + high }
    static func + (a: Energy, b: Energy) -> Energy { Energy(low: a.low + b.low, high: a.high + b.high) }
  }

  private let partFrames: Int
  private var touch: Biquad
  private var shelf: Biquad
  private var low: (Biquad, Biquad)
  private var high: (Biquad, Biquad)
  private var frames = 0
  /// The last four parts of 4 ms, oldest first, and the current part.
  private var parts = (Energy(), Energy(), Energy(), Energy())
  private var growing = Energy()
  private var isHalfWay = false
  private var isFalling = false
  private var strong: HeldLevel
  private var weak: HeldLevel

  init(_ profile: RumbleProfile, sampleRate: SampleRate) {
    partFrames = max(1, Int((RumbleMaker.interval / 2 * sampleRate).rounded()))
    // Removes audio events.
    touch = Biquad(.lowPass, hertz: 400, sampleRate: sampleRate)
    shelf = Biquad(.lowShelf(gain: gain(decibels: 15)), hertz: 62.3, sampleRate: sampleRate)
    let crossover = min(profile.crossoverHertz, 0.49 * sampleRate)
    let section = Biquad(.lowPass, hertz: crossover, sampleRate: sampleRate)
    low = (section, section)
    let upper = Biquad(.highPass, hertz: crossover, sampleRate: sampleRate)
    high = (upper, upper)
    strong = HeldLevel(profile.strong)
    weak = HeldLevel(profile.weak)
  }

  /// Adds frames. Returns levels every 8 ms, or earlier when the motors must stop.
  mutating func add(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) -> RumbleLevels? {
    var result: RumbleLevels?
    for frame in 0..<count {
      let mean = 0.5 * (Double(left[frame]) + Double(right[frame]))
      let sample = shelf.next(touch.next(mean.isFinite ? mean : 0))
      let (below, above) = (low.1.next(low.0.next(sample)), high.1.next(high.0.next(sample)))
      growing.low += below * below
      growing.high += above * above
      frames += 1
      if frames == partFrames, let levels = levels() { result = levels }
    }
    return result
  }

  private mutating func levels() -> RumbleLevels? {
    parts = (parts.1, parts.2, parts.3, growing)
    growing = Energy()
    frames = 0
    isHalfWay.toggle()
    let (recent, before) = (parts.2 + parts.3, parts.0 + parts.1)
    // Ringing is weak, but stronger signals may decay slowly after a tap.
    let ringsOn = isFalling && intensity(recent, parts: 2) < RumbleMaker.ringing
    let falls = recent.sum < (ringsOn ? RumbleMaker.fall.end : RumbleMaker.fall.begin) * before.sum
    isFalling = falls
    guard !isHalfWay || falls else { return nil }
    let energy = recent + before
    let felt = falls ? 0 : intensity(energy, parts: 4)
    let intensity = felt < RumbleMaker.silence.whole ? 0 : min(1, felt)
    let share = energy.sum > 0 ? energy.low / energy.sum : 0
    let seconds = falls && isHalfWay ? 0 : RumbleMaker.interval
    return RumbleLevels(
      strong: strong.next(RumbleMaker.audible(intensity * share), after: seconds),
      weak: weak.next(RumbleMaker.audible(intensity * (1 - share)), after: seconds))
  }

  private func intensity(_ energy: Energy, parts: Int) -> Double {
    // A sine's RMS is its peak divided by √2.
    let peak = (energy.sum / Double(parts * partFrames) * 2).squareRoot()
    return (peak / RumbleMaker.full).squareRoot()
  }

  private static func audible(_ level: Double) -> Double { level < silence.share ? 0 : level }
}

/// Holds a rise until the motor can be felt, and maps the level to the range in which the motor turns.
private struct HeldLevel {
  private let motor: RumbleProfile.Motor
  private var held = 0.0
  private var left = 0.0

  init(_ motor: RumbleProfile.Motor) { self.motor = motor }

  mutating func next(_ level: Double, after seconds: Double) -> Double {
    if level > 1.15 * held {
      // This is an onset.
      held = level
      left = motor.latency
    } else {
      held = left > 0 ? max(held, level) : level
    }
    left -= seconds
    return held > 0 ? motor.threshold + (1 - motor.threshold) * held : 0
  }
}
