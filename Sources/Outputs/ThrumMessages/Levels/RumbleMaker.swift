import ThrumDevice
import ThrumPattern

/// Converts acceleration to motor levels, 125 times a second, from the energy of the last 16 ms.
///
/// If the level falls faster than the motor can slow down, the motor is switched off (`Docs/Pads.md`).
package struct RumbleMaker {
  static let interval = 0.008
  /// Peak of a full-intensity buzz, full scale 1.
  static let full = 0.175
  /// Silence thresholds. The output's filters keep ringing for 0.1 s, starting at −51 dB, so the threshold for the
  /// overall level is −44 dB.
  private static let silence = (whole: 0.08, share: 0.02)
  /// Intensity below which a falling signal counts as ringing.
  private static let ringing = 0.25

  /// Energy ratios over 8 ms. A fall begins below the first, where a motor cannot follow, and ends above the second.
  private static let fall = (begin: 0.6, end: 0.85)

  private let partFrames: Int
  private var touch: Biquad
  private var split: MotorSplit
  private var frames = 0
  /// Energies of the last four 4 ms parts, oldest first.
  private var parts = (MotorSplit.Energy(), MotorSplit.Energy(), MotorSplit.Energy(), MotorSplit.Energy())
  private var growing = MotorSplit.Energy()
  private var isHalfWay = false
  private var isFalling = false
  private var strong: HeldLevel
  private var weak: HeldLevel?

  package init(_ motors: MotorLayout, sampleRate: SampleRate) {
    partFrames = max(1, Int(saturating: (RumbleMaker.interval / 2 * sampleRate).rounded()))
    // Removes audio events.
    touch = Biquad(.lowPass, hertz: 400, sampleRate: sampleRate)
    split = MotorSplit(motors, sampleRate: sampleRate)
    switch motors {
    case .one(let motor): (strong, weak) = (HeldLevel(motor), nil)
    case .two(let profile): (strong, weak) = (HeldLevel(profile.strong), HeldLevel(profile.weak))
    }
  }

  /// Returns levels every 8 ms, or earlier when the motors must stop.
  package mutating func add(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int
  ) -> RumbleLevels? {
    var result: RumbleLevels?
    for frame in 0..<count {
      let mean = 0.5 * (Double(left[frame]) + Double(right[frame]))
      growing = growing + split.energy(of: touch.next(mean.isFinite ? mean : 0))
      frames += 1
      if frames == partFrames, let levels = levels() { result = levels }
    }
    return result
  }

  private mutating func levels() -> RumbleLevels? {
    parts = (parts.1, parts.2, parts.3, growing)
    growing = MotorSplit.Energy()
    frames = 0
    isHalfWay.toggle()
    let (recent, before) = (parts.2 + parts.3, parts.0 + parts.1)
    // Ringing is weak. A stronger signal can be a slow decay after a tap.
    let ringsOn = isFalling && intensity(recent, parts: 2) < RumbleMaker.ringing
    let falls =
      recent.first + recent.second
      < (ringsOn ? RumbleMaker.fall.end : RumbleMaker.fall.begin) * (before.first + before.second)
    isFalling = falls
    guard !isHalfWay || falls else { return nil }
    let energy = recent + before
    let felt = falls ? 0 : intensity(energy, parts: 4)
    let intensity = felt < RumbleMaker.silence.whole ? 0 : min(1, felt)
    let share = split.share(energy)
    let seconds = falls && isHalfWay ? 0 : RumbleMaker.interval
    return RumbleLevels(
      strong: strong.next(RumbleMaker.audible(intensity * share), after: seconds),
      weak: weak?.next(RumbleMaker.audible(intensity * (1 - share)), after: seconds) ?? 0)
  }

  private func intensity(_ energy: MotorSplit.Energy, parts: Int) -> Double {
    split.amplitude(energy, frames: parts * partFrames).squareRoot()
  }

  private static func audible(_ level: Double) -> Double { level < silence.share ? 0 : level }
}

/// Holds a rise until it can be felt, and maps the level to the range in which the motor turns.
private struct HeldLevel {
  private let motor: RumbleProfile.Motor
  private var held = 0.0
  private var left = 0.0

  init(_ motor: RumbleProfile.Motor) { self.motor = motor }

  mutating func next(_ level: Double, after seconds: Double) -> Double {
    if level > 1.15 * held {
      held = level
      left = motor.latency
    } else {
      held = left > 0 ? max(held, level) : level
    }
    left -= seconds
    return held > 0 ? motor.threshold + (1 - motor.threshold) * held : 0
  }
}
