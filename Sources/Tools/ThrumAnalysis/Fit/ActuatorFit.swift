import ThrumDevice
import ThrumPattern

/// An actuator fitted to a recording of the ``FitPattern``.
package struct ActuatorFit: Encodable {
  package var schema = "thrum.fit/1"

  /// A continuous event at full intensity.
  package struct Buzz: Encodable {
    package let sharpness: Double
    package let hertz: Estimate
    /// Level relative to the strongest one, dB.
    package let decibels: Double
  }

  /// Sorted by sharpness.
  package let buzzes: [Buzz]
  /// Fitted sharpness map.
  package let lowestHertz: Double
  package let highestHertz: Double
  package let law: String
  /// Deviation from the map, cents RMS.
  package let lawErrorCents: Double
  /// Exponent of acceleration as a function of intensity, or `nil` if too few buzzes stand out from the noise.
  package let intensityExponent: Estimate?
  /// Rise (10 to 90 %) and decay of a buzz at sharpness 0.5, averaged over a cycle. `nil` if hidden by noise.
  package let riseMilliseconds: Double?
  package let decayMilliseconds: Double?
  /// Resonance, or an eccentric motor's speed at full intensity.
  package let resonanceHertz: Estimate
  /// `nil` for an eccentric motor.
  package let quality: Estimate?
  /// Share of the taps' energy that the model explains, 0…1. `nil` for an eccentric motor.
  package let tapsExplained: Double?
  package let actuator: ActuatorFile

  /// - Throws: ``FitError`` when the recording lacks the pattern or cannot be fitted.
  package init(_ sound: SoundMemory, name: String, summary: String) throws(FitError) {
    let recording = try FitRecording(sound)
    let overSharpness = FitPattern.overSharpness.map { (step: $0, sine: ActuatorFit.sine(recording, $0)) }
    let strongest = overSharpness.map(\.sine.amplitude).max() ?? 1
    // Ignore buzzes buried in noise.
    let clear = overSharpness.filter { $0.sine.clarity > -6 }
    guard clear.count >= 3 else {
      throw FitError("the buzzes are buried in noise: record again, closer or in a quieter place")
    }
    buzzes = overSharpness.map {
      Buzz(
        sharpness: $0.step.sharpness, hertz: Estimate(value: $0.sine.hertz, range: 2 * $0.sine.hertzError),
        decibels: decibels($0.sine.amplitude / strongest))
    }
    let points = clear.map { (x: $0.step.sharpness, y: $0.sine.hertz) }
    let map = SharpnessMap(fitting: points)
    (lowestHertz, highestHertz, law) = (map.lowestHertz, map.highestHertz, map.law.rawValue)
    lawErrorCents = map.cents(from: points)

    let strengths = FitPattern.overIntensity.map { (step: $0, sine: ActuatorFit.sine(recording, $0)) }
      .filter { $0.sine.clarity > -6 }
    let exponent = LineFit(
      strengths.map { (x: logarithmBase2($0.step.intensity), y: logarithmBase2($0.sine.amplitude)) })
    intensityExponent =
      strengths.count < 3 ? nil : Estimate(value: exponent.slope, range: exponent.slopeRange)
    let middle = FitPattern.overSharpness[4]
    let edges = BuzzEdges(recording, middle, hertz: overSharpness[4].sine.hertz)
    riseMilliseconds = edges.rise.map { $0 * 1000 }
    decayMilliseconds = edges.decay.map { $0 * 1000 }

    let pace = LineFit(strengths.map { (x: logarithmBase2($0.step.intensity), y: logarithmBase2($0.sine.hertz)) })
    if pace.slope > 0.5 {
      // Speed rises with intensity: an eccentric motor.
      let speeds = clear.map(\.sine.hertz)
      let speed = speeds.reduce(0, +) / Double(speeds.count)
      let spinUp = ActuatorFit.spinUp(recording, middle, hertz: speed)
      resonanceHertz = Estimate(value: speed, range: 2 * spread(speeds))
      quality = nil
      tapsExplained = nil
      actuator = ActuatorFile(
        ActuatorPreset(name: name, summary: summary, model: .eccentric(EccentricMotor(hertz: speed, seconds: spinUp))))
      return
    }
    let turns = (0..<FitPattern.repeats).map { TapFit.taps(of: recording, turn: $0) }
    let whole = TapFit(turns[0], map)
    guard whole.explained > 0 else { throw FitError("the taps are missing or silent: turn noise suppression off") }
    let fits = turns.map { TapFit($0, map, near: whole) }
    let mean = { (value: (TapFit) -> Double) in fits.reduce(0) { $0 + value($1) } / Double(fits.count) }
    let root = Double(fits.count).squareRoot()
    let hertz = mean(\.hertz), q = mean(\.quality)
    resonanceHertz = Estimate(
      value: hertz, range: max(2 * spread(fits.map(\.hertz)) / root, TapFit.finest.hertz * hertz))
    quality = Estimate(value: q, range: max(2 * spread(fits.map(\.quality)) / root, TapFit.finest.quality * q))
    tapsExplained = mean(\.explained)
    var motor = TapFit.actuator(hertz: hertz, quality: q)
    motor.scale(tapGain: mean(\.gain), buzzes: clear.map { ($0.sine.hertz, $0.sine.amplitude) })
    actuator = ActuatorFile(ActuatorPreset(name: name, summary: summary, model: .resonant(motor)), sharpness: map)
    var settings = RenderSettings()
    actuator.apply(to: &settings)
    if let problem = settings.problem { throw FitError("no motor fits: \(problem)") }
  }

  /// Fits an eccentric motor's time constant, s: speed rises as 1 − e^(−t/τ), acceleration as its square. Also fits the
  /// start, since recordings are aligned by level and such motors become loud slowly.
  private static func spinUp(_ recording: FitRecording, _ step: FitPattern.Step, hertz: Double) -> Double {
    let window = 2 / hertz
    func level(at time: Double) -> Double {
      recording.part(from: step.start + time - window / 2, seconds: window).reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
    let steady = (0..<20).reduce(0) { $0 + level(at: 0.3 + 0.005 * Double($1)) } / 20
    let risen = stride(from: -0.1, to: 0.25, by: 0.002).map { (time: $0, share: level(at: $0) / steady) }
    var best = (miss: Double.infinity, seconds: 0.0)
    for seconds in stride(from: 2.0, through: 7, by: 0.05).map({ 0.001 * exponentialBase2($0) }) {
      for begin in stride(from: -0.1, through: 0.05, by: 0.002) {
        let miss = risen.reduce(0.0) { sum, point in
          let speed = point.time > begin ? 1 - exponentialBase2((begin - point.time) / seconds * 1.442_695) : 0
          let difference = point.share - speed * speed
          return sum + difference * difference
        }
        if miss < best.miss { best = (miss, seconds) }
      }
    }
    return best.seconds
  }

  private static func sine(_ recording: FitRecording, _ step: FitPattern.Step) -> SineFit {
    SineFit(recording.part(from: step.start + 0.18, seconds: 0.3), rate: FitRecording.rate)
  }
}

/// Rise and decay between 10 and 90 %, s. `nil` if hidden by noise.
private struct BuzzEdges {
  let rise: Double?
  let decay: Double?

  init(_ recording: FitRecording, _ step: FitPattern.Step, hertz: Double) {
    let length = step.seconds ?? 0
    let cycle = 1 / hertz
    func energy(at time: Double) -> Double { recording.part(from: time, seconds: cycle).reduce(0) { $0 + $1 * $1 } }
    let noise = (0..<10).reduce(0) { $0 + energy(at: step.start - 0.12 + cycle * Double($1)) } / 10
    // The level over a cycle, minus the noise.
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

private func spread(_ values: [Double]) -> Double {
  let mean = values.reduce(0, +) / Double(max(1, values.count))
  return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, values.count - 1))).squareRoot()
}

extension SharpnessMap {
  /// Fits the closest law to measured frequencies.
  fileprivate init(fitting points: [(x: Double, y: Double)]) {
    let straight = LineFit(points)
    // Without a significant rise, the device has a single frequency.
    guard straight.slope > straight.slopeRange else {
      let mean = points.reduce(0) { $0 + $1.y } / Double(max(1, points.count))
      self.init(lowestHertz: mean, highestHertz: mean)
      return
    }
    let bent = LineFit(points.map { ($0.x, logarithmBase2($0.y)) })
    let linear = SharpnessMap(
      lowestHertz: straight.offset, highestHertz: straight.offset + straight.slope, law: .linear)
    let geometric = SharpnessMap(
      lowestHertz: exponentialBase2(bent.offset), highestHertz: exponentialBase2(bent.offset + bent.slope))
    self = linear.lowestHertz > 1 && linear.cents(from: points) < geometric.cents(from: points) ? linear : geometric
  }

  fileprivate func cents(from points: [(x: Double, y: Double)]) -> Double {
    let squares = points.reduce(0.0) { sum, point in
      let cents = 1200 * (logarithmBase2(point.y) - logarithmBase2(hertz(sharpness: point.x)))
      return sum + cents * cents
    }
    return (squares / Double(max(1, points.count))).squareRoot()
  }
}

extension EccentricMotor {
  /// Creates a coin motor with another speed and time constant.
  fileprivate init(hertz: Double, seconds: Double) {
    guard case .eccentric(var motor) = ActuatorPreset.eccentric.model else { preconditionFailure("it is eccentric") }
    motor.ratedVolts *= hertz / motor.ratedHertz
    motor.inertia *= seconds / motor.timeConstant
    self = motor
  }
}

extension ResonantActuator {
  /// Sets the rated voltage and the stroke, assuming that buzzes reach the default acceleration where the voltage
  /// allows it. `tapGain` is a tap's recorded amplitude per modelled g.
  fileprivate mutating func scale(tapGain: Double, buzzes: [(hertz: Double, amplitude: Double)]) {
    let flat = RenderSettings().flatAcceleration
    let strongest = buzzes.map(\.amplitude).max() ?? 1
    // Recorded amplitude per g. At the voltage assumed so far, taps give `tapGain` instead.
    let perG = strongest / flat
    ratedVolts *= tapGain / perG
    guard let low = buzzes.min(by: { $0.hertz < $1.hertz }) else { return }
    let omega = 2 * .pi * low.hertz
    let reached = low.amplitude / perG * standardGravity
    let byVolts = maximumVolts * deviceAcceleration(perVoltAtHertz: low.hertz)
    let byStroke = reached / (omega * omega * deviceGain)
    // If less is reached than the voltage allows, the stroke is the limit; otherwise assume some reserve.
    stroke = reached < 0.9 * min(byVolts, flat * standardGravity) ? byStroke : 1.5 * byStroke
  }
}
