import TestSupport
import ThrumAnalysis

/// What `fit` must make of a recording.
package enum FitVerdict: Sendable {
  /// The truth lies within the uncertainty, which is at most this share of the resonance.
  case right(within: Double)
  /// As `right`, with a note that contains the words.
  case noted(String, within: Double)
  /// No result, and a reason that contains the words.
  case rejected(String)
}

extension FitWorld {
  /// The fit, or the reason why there is none.
  package var fit: Result<ActuatorFit, FitError> {
    Result { () throws(FitError) in try ActuatorFit(recording, name: name, summary: "") }
  }

  /// Recordings with the verdict that must come.
  package static let all: [(world: FitWorld, verdict: FitVerdict)] = [
    (FitWorld("as modelled"), .right(within: 0.02)),
    (FitWorld("noise at −20 dB") { $0.noise = -20 }, .right(within: 0.03)),
    (FitWorld("noise at 5 dB") { $0.noise = 5 }, .rejected("noise")),
    (FitWorld("12 bits") { $0.bits = 12 }, .right(within: 0.02)),
    (FitWorld("clock off by 100 ppm") { $0.clock = 100 }, .right(within: 0.02)),
    (FitWorld("clock off by 1 %") { $0.clock = 10_000 }, .rejected("too fast")),
    (FitWorld("clock off by −0.2 %") { $0.clock = -2_000 }, .rejected("too slowly")),
    (FitWorld("Q 15 at 205 Hz") { ($0.hertz, $0.quality) = (205, 15) }, .right(within: 0.02)),
    (FitWorld("Q 1 at 100 Hz") { ($0.hertz, $0.quality) = (100, 1) }, .right(within: 0.02)),
    (FitWorld("plain drive") { $0.isPlain = true }, .right(within: 0.02)),
    (FitWorld("taps without brakes") { $0.brakes = false }, .right(within: 0.02)),
    (FitWorld("taps of 2.5 cycles") { $0.cycles = 2.5 }, .right(within: 0.02)),
    (FitWorld("taps of 4 cycles without brakes") { ($0.cycles, $0.brakes) = (4, false) }, .right(within: 0.02)),
    (FitWorld("driver tuned 10 % too high") { $0.driverHertz = 165 }, .right(within: 0.03)),
    (FitWorld("driver tuned 10 % too low") { $0.driverHertz = 135 }, .right(within: 0.03)),
    (
      FitWorld("driver for 150 Hz, motor of 97 Hz") {
        ($0.hertz, $0.quality, $0.driverHertz, $0.driverQuality) = (96.7, 3.8, 150, 3.2)
      }, .right(within: 0.03)
    ),
    (
      FitWorld("driver for 150 Hz, motor of 210 Hz") {
        ($0.hertz, $0.quality, $0.driverHertz, $0.driverQuality) = (210, 2.8, 150, 3.2)
      }, .right(within: 0.03)
    ),
    (
      FitWorld("taps of 3 ms") { $0.tapDrive = { time, _ in time < 0.003 ? 1 : 0 } }, .noted("free decay", within: 0.03)
    ),
    (
      FitWorld("taps of 3 ms, second resonance at 190 Hz") {
        ($0.tapDrive, $0.second) = ({ time, _ in time < 0.003 ? 1 : 0 }, (190, 8, 0.4))
      }, .rejected("second resonance")
    ),
    (FitWorld("low-pass at 100 Hz") { $0.lowPass = 100 }, .noted("low-pass at", within: 0.03)),
    (FitWorld("level ∝ intensity") { $0.exponent = 1 }, .noted("another law", within: 0.05)),
    (FitWorld("high-pass at 50 Hz") { $0.highPass = 50 }, .noted("high-pass at", within: 0.03)),
    (FitWorld("high-pass at 300 Hz") { $0.highPass = 300 }, .noted("high-pass at", within: 0.03)),
    (
      FitWorld("high-pass at 300 Hz, no brakes") { ($0.highPass, $0.brakes) = (300, false) },
      .noted("high-pass at", within: 0.03)
    ),
    (FitWorld("echo of 12 ms") { $0.echo = (0.012, 0.4) }, .noted("an echo after 12.0 ms", within: 0.02)),
    (FitWorld("echo of 6 ms, inverted") { $0.echo = (0.006, -0.3) }, .noted("an echo after 6.0 ms", within: 0.02)),
    (FitWorld("clipping 2 dB below the peak") { $0.clip = 0.8 }, .rejected("peaks are cut off")),
    (FitWorld("hum of 50 Hz at −10 dB") { $0.hum = (50, -10) }, .noted("mains hum at 50.0 Hz", within: 0.02)),
    (FitWorld("hum of 60 Hz at 0 dB") { $0.hum = (60.02, 0) }, .noted("mains hum at 60.0 Hz", within: 0.02)),
    (FitWorld("stiffening spring") { $0.hardening = 2 }, .rejected("spring that stiffens")),
    (FitWorld("dry friction") { $0.friction = 0.15 }, .rejected("dry friction")),
    (FitWorld("a little friction") { $0.friction = 0.01 }, .right(within: 0.06)),
    (FitWorld("inductance of 2 mH") { $0.microhenries = 2_000 }, .right(within: 0.06)),
    (FitWorld("second resonance at 400 Hz") { $0.second = (400, 8, 0.3) }, .right(within: 0.12)),
    (FitWorld("second resonance at 250 Hz") { $0.second = (250, 10, 0.5) }, .rejected("% of the taps")),
    (
      FitWorld("second resonance at 120 Hz") { ($0.second, $0.brakes) = ((120, 8, 0.4), false) },
      .rejected("there is a second resonance")
    ),
    (
      FitWorld("friction of 4 % with Q 9") { ($0.quality, $0.friction) = (9, 0.04 * $0.ratedForce) },
      .rejected("the motor has dry friction")
    ),
    (
      FitWorld("friction that hides the drive") {
        ($0.hertz, $0.quality, $0.brakes, $0.friction) = (246, 7.3, false, 0.06 * $0.ratedForce)
      }, .rejected("dry friction")
    ),
    (
      FitWorld("frequencies in steps of 30 Hz") { $0.law = { (80 + 150 * $0).rounded(to: 30) } },
      .rejected("neither law")
    ),
    (FitWorld("frequencies ∝ sharpness squared") { $0.law = { 80 + 150 * $0 * $0 } }, .rejected("neither law")),
    (FitWorld("frequencies in steps of 4 Hz") { $0.law = { (80 + 150 * $0).rounded(to: 4) } }, .right(within: 0.02)),
  ]
}

extension FitVerdict {
  /// What is wrong with a result, or `nil`.
  package func problem(_ result: Result<ActuatorFit, FitError>, in world: FitWorld) -> String? {
    switch (self, result) {
    case (.rejected(let words), .failure(let error)):
      return error.description.contains(words) ? nil : "rejected for another reason: \(error)"
    case (.rejected, .success): return "not rejected"
    case (_, .failure(let error)): return "rejected: \(error)"
    case (.right(let share), .success(let fit)): return FitVerdict.miss(fit, world, share)
    case (.noted(let words, let share), .success(let fit)):
      guard fit.notes.contains(where: { $0.contains(words) }) else { return "the notes are \(fit.notes)" }
      return FitVerdict.miss(fit, world, share)
    }
  }

  private static func miss(_ fit: ActuatorFit, _ world: FitWorld, _ share: Double) -> String? {
    guard let quality = fit.quality else { return "taken for an eccentric motor" }
    let hertz = fit.resonanceHertz
    if abs(hertz.value - world.hertz) > hertz.range { return "\(hertz.value) ± \(hertz.range) Hz" }
    if abs(quality.value - world.quality) > quality.range { return "Q \(quality.value) ± \(quality.range)" }
    return hertz.range > share * world.hertz ? "uncertain by \(hertz.range) Hz" : nil
  }
}

extension Double {
  fileprivate func rounded(to step: Double) -> Double { (self / step).rounded() * step }
}
