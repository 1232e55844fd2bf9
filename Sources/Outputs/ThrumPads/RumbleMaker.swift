import ThrumDevice
import ThrumPattern

/// Makes motor levels of what a phone's actuator would do: 125 times a second, from the acceleration of the last 16 ms.
///
/// A pad's motor turns faster the harder it is driven, and shakes with the square of its speed: its drive is the root of the
/// acceleration, which is what intensity is. The strong motor gets the share below the crossover, the weak one the share above.
/// What falls faster than a motor slows down stops it at once: it coasts for long enough.
///
/// - Thread: one at a time.
struct RumbleMaker {
  /// Seconds between two levels.
  static let interval = 0.008
  /// Peak of a buzz of full intensity from 122 Hz on, full scale 1; below, a phone's stroke ends, which the shelf makes up for.
  private static let full = 0.175
  /// What is weaker is silence, 44 dB below full: the output's filters ring on for 0.1 s, from 51 dB below it. So is a motor's own share
  /// of it when it is smaller still.
  private static let silence = (whole: 0.08, share: 0.02)
  /// What falls and is weaker than this intensity rings on.
  private static let ringing = 0.25

  /// Energy that falls below the first share within 8 ms falls faster than a motor, until it stays above the second.
  private static let fall = (begin: 0.6, end: 0.85)

  /// Energies below and above the crossover.
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
  /// The last four parts of 4 ms, the newest last, and the one that is growing.
  private var parts = (Energy(), Energy(), Energy(), Energy())
  private var growing = Energy()
  private var isHalfWay = false
  private var isFalling = false
  private var strong: HeldLevel
  private var weak: HeldLevel

  init(_ profile: RumbleProfile, sampleRate: SampleRate) {
    partFrames = max(1, Int((RumbleMaker.interval / 2 * sampleRate).rounded()))
    // Sounds of the pattern are not for a hand.
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

  /// Takes frames; gives levels every 8 ms, and at once when motors are to stop.
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
    // What rings on is weak; what is stronger may decay slowly after a tap.
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

  /// The intensity of a buzz that has an energy in some parts.
  private func intensity(_ energy: Energy, parts: Int) -> Double {
    // The RMS of a sine is its peak over √2.
    let peak = (energy.sum / Double(parts * partFrames) * 2).squareRoot()
    return (peak / RumbleMaker.full).squareRoot()
  }

  private static func audible(_ level: Double) -> Double { level < silence.share ? 0 : level }
}

/// A level that stays, once it has risen, for as long as its motor needs to be felt, mapped to where the motor turns.
private struct HeldLevel {
  private let motor: RumbleProfile.Motor
  private var held = 0.0
  private var left = 0.0

  init(_ motor: RumbleProfile.Motor) { self.motor = motor }

  mutating func next(_ level: Double, after seconds: Double) -> Double {
    if level > 1.15 * held {
      // A beginning.
      held = level
      left = motor.latency
    } else {
      held = left > 0 ? max(held, level) : level
    }
    left -= seconds
    return held > 0 ? motor.threshold + (1 - motor.threshold) * held : 0
  }
}
