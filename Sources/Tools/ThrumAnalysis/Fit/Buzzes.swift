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
    let bend = LevelBend(overIntensity.map { (intensity: $0.step.intensity, level: $0.sine.amplitude) })
    exponent =
      overIntensity.count < 3
      ? nil : Estimate(value: level.slope, range: level.slopeRange + bend.reach(from: level.slope))
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

/// Rise and decay times between 10 and 90 % of the level, in seconds. `nil` if hidden by noise.
struct BuzzEdges {
  let rise: Double?
  let decay: Double?

  init(_ recording: FitRecording, _ step: FitPattern.Step, hertz: Double) {
    let length = step.seconds ?? 0
    let cycle = 1 / hertz
    func energy(at time: Double) -> Double { recording.part(from: time, seconds: cycle).reduce(0) { $0 + $1 * $1 } }
    let noise = (0..<10).reduce(0) { $0 + energy(at: step.start - 0.12 + cycle * Double($1)) } / 10
    func level(at time: Double) -> Double { max(0, energy(at: time) - noise).squareRoot() }
    let steady = level(at: step.start + 0.6 * length)
    guard noise.squareRoot() < 0.05 * steady else {
      (rise, decay) = (nil, nil)
      return
    }
    // Event starts are known only to within a few milliseconds, durations far more precisely.
    let times = stride(from: -0.05, to: 0.6 * length, by: 0.0005)
    func first(after start: Double, _ isThere: (Double) -> Bool) -> Double? {
      times.first { isThere(level(at: start + $0 - cycle / 2)) }
    }
    func span(from start: Double, _ low: (Double) -> Bool, _ high: (Double) -> Bool) -> Double? {
      first(after: start, low).flatMap { begin in first(after: start, high).map { $0 - begin } }
    }
    let end = step.start + length
    rise = span(from: step.start, { $0 >= 0.1 * steady }, { $0 >= 0.9 * steady })
    decay = span(from: end, { $0 <= 0.9 * steady }, { $0 <= 0.1 * steady })
  }
}

/// Resonance and Q of the motor, from its ringing after continuous events, not from the transients.
///
/// Two samples of a decaying oscillation predict the next one (Prony, 1795). The prediction is fitted to the ends of
/// all events together.
struct BuzzRing {
  let hertz: Double
  let quality: Double

  /// Fade plus the uncertainty of an event's end, s.
  private static let pause = 0.012
  /// Length of the ringing, s.
  private static let length = 0.04
  /// Minimum level of the ringing, relative to the event's amplitude and to the noise.
  private static let leastShare = 0.03, leastClarity = 10.0
  private static let leastEvents = 3
  private static let leastExplained = 0.99

  /// Returns `nil` if the driver brakes the motor, or if something else is ringing.
  init?(_ recording: FitRecording, _ buzzes: Buzzes, near expected: Double) {
    let rings = buzzes.clear.compactMap { event -> [Double]? in
      let (step, sine) = event
      let end = step.start + (step.seconds ?? 0) + BuzzRing.pause
      let ring = recording.part(from: end, seconds: BuzzRing.length)
      let noise = recording.part(from: step.start - 0.12, seconds: BuzzRing.length)
      let (level, floor) = (BuzzRing.level(ring), BuzzRing.level(noise))
      guard level > BuzzRing.leastShare * sine.amplitude, level > BuzzRing.leastClarity * floor else { return nil }
      return ring.map { $0 / level }
    }
    guard rings.count >= BuzzRing.leastEvents else { return nil }
    // About a quarter of a cycle, so that the samples differ.
    let lag = max(1, Int(saturating: (FitRecording.rate / (4 * expected)).rounded()))
    var (xx, xy, yy, xz, yz, zz) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for ring in rings {
      for place in ring.indices.dropFirst(2 * lag) {
        let (x, y, z) = (ring[place - lag], ring[place - 2 * lag], ring[place])
        xx += x * x
        xy += x * y
        yy += y * y
        xz += x * z
        yz += y * z
        zz += z * z
      }
    }
    let determinant = xx * yy - xy * xy
    guard determinant > 1e-9 * xx * yy else { return nil }
    let (a, b) = ((xz * yy - yz * xy) / determinant, (yz * xx - xz * xy) / determinant)
    let left = zz - 2 * a * xz - 2 * b * yz + a * a * xx + 2 * a * b * xy + b * b * yy
    guard left < (1 - BuzzRing.leastExplained) * zz, b < 0, b > -1 else { return nil }
    let decay = (-b).squareRoot()
    let cosine = a / (2 * decay)
    guard abs(cosine) < 1 else { return nil }
    let seconds = Double(lag) / FitRecording.rate
    hertz = BuzzRing.turns(cosine) / seconds
    // The amplitude decays as e^(−π·f·t/Q).
    quality = .pi * hertz * seconds / (-logarithmBase2(decay) * 0.693_147_180_559_945_3)
  }

  private static func level(_ samples: [Double]) -> Double {
    (2 * samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count))).squareRoot()
  }

  /// Returns the arccosine in turns, 0…0.5, by bisection.
  private static func turns(_ cosine: Double) -> Double {
    var (low, high) = (0.0, 0.5)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if sineOfTurns(middle + 0.25) > cosine { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
