import ThrumDevice
import ThrumPattern

/// The continuous events of a recorded ``FitPattern``.
struct Buzzes {
  typealias Measured = (step: FitPattern.Step, sine: SineFit)

  /// Events at full intensity, in order of sharpness.
  let overSharpness: [Measured]
  /// Events at sharpness 0.5, in order of intensity, except those buried in noise.
  let overIntensity: [Measured]
  /// Events at full intensity, except those buried in noise.
  let clear: [Measured]
  let map: SharpnessMap
  let exponent: Estimate?
  /// Exponent relating frequency to intensity: 0 for a resonant motor.
  let pace: Double
  /// Rise and decay at sharpness 0.5, s.
  let rise: Double?
  let decay: Double?

  /// - Throws: ``FitError`` if fewer than three events stand out from the noise, or if the fitted sines account for
  ///   less than 80 % of the events' energy.
  init(_ recording: FitRecording) throws(FitError) {
    func measured(_ steps: [FitPattern.Step]) -> [Measured] {
      steps.map { step in
        (
          step,
          SineFit(recording.part(from: step.start + Buzzes.start, seconds: Buzzes.length), rate: FitRecording.rate)
        )
      }
    }
    func standsOut(_ event: Measured) -> Bool { event.sine.clarity > -6 }
    overSharpness = measured(FitPattern.overSharpness)
    clear = overSharpness.filter(standsOut)
    guard clear.count >= 3 else {
      throw FitError("the buzzes are buried in noise: record again, closer or in a quieter place")
    }
    let explained = overSharpness.reduce(0) { $0 + $1.sine.energy } / overSharpness.reduce(0) { $0 + $1.sine.total }
    guard explained >= Buzzes.leastExplained else {
      throw FitError(
        "sines explain only \(fixed(100 * explained, 0)) % of the energy of the continuous events; the rest is noise, distortion or another sound"
      )
    }
    map = SharpnessMap(fitting: clear.map { (x: $0.step.sharpness, y: $0.sine.hertz) })
    overIntensity = measured(FitPattern.overIntensity).filter(standsOut)
    let level = LineFit(
      overIntensity.map { (x: logarithmBase2($0.step.intensity), y: logarithmBase2($0.sine.amplitude)) })
    exponent = overIntensity.count < 3 ? nil : Estimate(value: level.slope, range: level.slopeRange)
    pace =
      LineFit(overIntensity.map { (x: logarithmBase2($0.step.intensity), y: logarithmBase2($0.sine.hertz)) }).slope
    let edges = BuzzEdges(recording, FitPattern.overSharpness[4], hertz: overSharpness[4].sine.hertz)
    (rise, decay) = (edges.rise, edges.decay)
  }

  private static let leastExplained = 0.8
  /// Start and length of the measured part of an event, s.
  static let start = 0.18
  static let length = 0.3

  /// Why no linear motor could have made these events. `nil` unless the level deviates from intensity squared and the
  /// strongest event is distorted.
  var nonlinearity: String? {
    if let (harmonic, _) = zip(clear, clear.dropFirst()).first(where: { $0.sine.hertz > 1.8 * $1.sine.hertz }) {
      return
        "the motor is not linear: at sharpness \(fixed(harmonic.step.sharpness, 3)), a harmonic at \(fixed(harmonic.sine.hertz, 0)) Hz is stronger than the frequency of the drive; the likely cause is dry friction or a spring that stiffens"
    }
    guard let exponent, abs(exponent.value - 2) > 0.1, let strong = overIntensity.last?.sine,
      strong.thirdHarmonic > 0.02 + strong.harmonicError
    else { return nil }
    let cause =
      exponent.value < 2
      ? "a spring that stiffens, an amplifier at its limit or automatic gain" : "dry friction or a noise gate"
    return
      "the motor is not linear: level ∝ intensity^\(fixed(exponent.value, 2)), with "
      + "\(fixed(100 * strong.thirdHarmonic, 0)) % third harmonic; the likely cause is \(cause)"
  }

  /// Largest deviation from a law, cents: a semitone.
  private static let mostCents = 100.0
  /// Largest deviation as root of the mean square.
  private static let mostMeanCents = 50.0

  /// Deviations from the map, and their uncertainties.
  var misses: [(event: Measured, cents: Double, doubt: Double)] {
    clear.map { event in
      let expected = map.hertz(sharpness: event.step.sharpness)
      let (hertz, doubt) = (event.sine.hertz, 2 * event.sine.hertzError)
      return (event, abs(cents(hertz, expected)), cents(hertz + doubt, hertz))
    }
  }

  /// Why no law of an actuator file describes the frequencies, or `nil`.
  var lawlessness: String? {
    guard let worst = misses.max(by: { $0.cents - $0.doubt < $1.cents - $1.doubt }) else { return nil }
    let doubt = misses.reduce(0) { max($0, $1.doubt) }
    let mean = map.cents(from: clear.map { (x: $0.step.sharpness, y: $0.sine.hertz) })
    guard worst.cents > Buzzes.mostCents + worst.doubt || mean > Buzzes.mostMeanCents + doubt else { return nil }
    return
      "the frequencies follow neither law of an actuator file: at sharpness \(fixed(worst.event.step.sharpness, 3)), \(fixed(worst.event.sine.hertz, 1)) Hz is \(fixed(worst.cents, 0)) cents from the nearest \(map.law.rawValue) law, and all are \(fixed(mean, 0)) cents RMS; the limits are \(fixed(Buzzes.mostCents, 0)) and \(fixed(Buzzes.mostMeanCents, 0))"
  }

  /// Possible causes of an exponent other than 2, for the user.
  var note: String? {
    guard let exponent, abs(exponent.value - 2) > 0.1 else { return nil }
    return
      "level ∝ intensity^\(fixed(exponent.value, 2)), whereas Thrum squares the intensity: possible causes are another law, automatic gain or a motor that is not quite linear"
  }

  /// Frequency in Hz: measured if the continuous event at this sharpness stands out, otherwise from the map.
  func hertz(sharpness: Double) -> Double {
    clear.first { $0.step.sharpness == sharpness }?.sine.hertz ?? map.hertz(sharpness: sharpness)
  }
}

private func cents(_ hertz: Double, _ other: Double) -> Double {
  1200 * (logarithmBase2(hertz) - logarithmBase2(other))
}
