import ThrumDevice
import ThrumEngine
import ThrumPattern

package struct ActuatorFit: Encodable {
  package var schema = "thrum.fit/1"

  /// A continuous event at full intensity.
  package struct Buzz: Encodable {
    package let sharpness: Double
    package let hertz: Estimate
    /// Level relative to the strongest buzz.
    package let decibels: Double
  }

  package let buzzes: [Buzz]
  /// Range of the fitted sharpness map.
  package let lowestHertz: Double
  package let highestHertz: Double
  package let law: String
  /// Largest deviation from the map.
  package let lawErrorCents: Double
  /// Exponent relating acceleration to intensity. `nil` if too few buzzes stand out from the noise.
  package let intensityExponent: Estimate?
  /// 10–90 % rise time of a buzz at sharpness 0.5, from levels averaged over a cycle. `nil` if hidden by noise.
  package let riseMilliseconds: Double?
  /// Decay of the same buzz. `nil` if hidden by noise.
  package let decayMilliseconds: Double?
  /// Resonance, or an eccentric motor's speed at full intensity.
  package let resonanceHertz: Estimate
  /// `nil` for an eccentric motor.
  package let quality: Estimate?
  /// Share (0…1) of the taps' energy, not counting noise, that the model explains. `nil` for an eccentric motor.
  package let tapsExplained: Double?
  /// Cycles in a tap before the driver brakes or stops. `nil` for an eccentric motor.
  package let tapCycles: Double?
  /// Other findings, such as hum, and reservations about the result.
  package private(set) var notes: [String]
  package let actuator: ActuatorFile

  /// - Parameter sensor: the sensor's response, which is compensated for.
  /// - Throws: ``FitError`` if the recording lacks the pattern or cannot be fitted.
  package init(
    _ sound: SoundMemory, name: String, summary: String, sensor: SensorResponse? = nil
  ) throws(FitError) {
    let recording = try FitRecording(sound, sensor: sensor)
    let buzzes = try Buzzes(recording)
    func file(_ model: ActuatorPreset.Model, _ map: SharpnessMap?) -> ActuatorFile {
      ActuatorFile(ActuatorPreset(name: name, summary: summary, model: model), sharpness: map)
    }
    if buzzes.pace > 0.5 {
      let eccentric = try EccentricFit(recording, buzzes)
      self.init(buzzes, resonance: eccentric.hertz, taps: nil, file(.eccentric(eccentric.motor), nil))
    } else {
      if let problem = buzzes.nonlinearity { throw FitError(problem) }
      if let problem = buzzes.lawlessness { throw FitError(problem) }
      let taps = try TapFit(recording, buzzes)
      if taps.model.highPassHertz > 0, sensor == nil {
        let corner = taps.model.highPassHertz.rounded()
        try self.init(sound, name: name, summary: summary, sensor: SensorResponse(highPassHertz: corner))
        notes.append(
          "the sensor seems to have a high-pass at \(fixed(corner, 0)) Hz, which is corrected for (use --sensor if the response is known)"
        )
        return
      }
      let motor = ResonantActuator(fitting: taps, buzzes)
      self.init(buzzes, resonance: taps.hertz, taps: taps, file(.resonant(motor), buzzes.map))
      notes += taps.notes
      if let note = buzzes.note { notes.append(note) }
      var settings = RenderSettings()
      actuator.apply(to: &settings)
      if let problem = settings.problem { throw FitError("no motor fits: \(problem)") }
    }
    if let hum = recording.hum { notes.append(hum.note) }
  }

  private init(_ measured: Buzzes, resonance: Estimate, taps: TapFit?, _ actuator: ActuatorFile) {
    let strongest = measured.overSharpness.map(\.sine.amplitude).max() ?? 1
    buzzes = measured.overSharpness.map {
      Buzz(
        sharpness: $0.step.sharpness, hertz: Estimate(value: $0.sine.hertz, range: 2 * $0.sine.hertzError),
        decibels: decibels($0.sine.amplitude / strongest))
    }
    let map = measured.map
    (lowestHertz, highestHertz, law) = (map.lowestHertz, map.highestHertz, map.law.rawValue)
    lawErrorCents = measured.misses.map(\.cents).max() ?? 0
    intensityExponent = measured.exponent
    riseMilliseconds = measured.rise.map { $0 * 1000 }
    decayMilliseconds = measured.decay.map { $0 * 1000 }
    resonanceHertz = resonance
    quality = taps?.quality
    tapsExplained = taps?.explained
    tapCycles = taps?.model.cycles
    notes = []
    self.actuator = actuator
  }
}

extension ResonantActuator {
  /// The phone's actuator with another resonance and Q. Its drive and stroke match the recorded level ratio of taps
  /// to buzzes. Assumes that buzzes reach the default acceleration where the voltage allows it.
  init(fitting taps: TapFit, _ buzzes: Buzzes) {
    guard case .resonant(var motor) = ActuatorPreset.phone.model else { preconditionFailure("the phone is resonant") }
    motor.forceFactor *=
      (taps.hertz.value / taps.quality.value / (motor.resonanceHertz / motor.quality)).squareRoot()
    (motor.resonanceHertz, motor.quality) = (taps.hertz.value, taps.quality.value)
    let flat = RenderSettings().flatAcceleration
    // Recorded amplitude per g, from the buzzes. The taps give a different value until the rated voltage is corrected.
    let perG = (buzzes.clear.map(\.sine.amplitude).max() ?? 1) / flat
    motor.ratedVolts *= (taps.energy / motor.tapEnergy(buzzes.map)).squareRoot() / perG
    if let low = buzzes.clear.map(\.sine).min(by: { $0.hertz < $1.hertz }) {
      let omega = 2 * .pi * low.hertz
      let reached = low.amplitude / perG * standardGravity
      let byVolts = motor.maximumVolts * motor.deviceAcceleration(perVoltAtHertz: low.hertz)
      let byStroke = reached / (omega * omega * motor.deviceGain)
      // If the level is lower than the voltage allows, the stroke is the limit. Otherwise, assume some reserve.
      motor.stroke = reached < 0.9 * min(byVolts, flat * standardGravity) ? byStroke : 1.5 * byStroke
    }
    self = motor
  }

  /// Sum of the squared samples (in g²) of one tap at each sharpness, at ``FitRecording/rate``.
  private func tapEnergy(_ map: SharpnessMap) -> Double {
    var settings = RenderSettings()
    settings.actuator = ActuatorPreset(name: "", summary: "", model: .resonant(self))
    settings.sharpness = map
    settings.sampleRate = FitRecording.rate
    let apart = 0.2
    let entries = FitPattern.taps.prefix(FitPattern.tapSharpnesses.count).enumerated().map { index, step in
      PatternEntry.event(FitPattern.event(step, at: apart * Double(index)))
    }
    guard settings.problem == nil else { return .infinity }
    var renderer = OfflineRenderer(
      [Pattern(entries: entries)], settings: settings, signal: .acceleration,
      lengthSeconds: apart * Double(entries.count))
    var energy = 0.0
    var isOver = false
    while !isOver {
      isOver = !renderer.renderNext { energy = $0.reduce(energy) { $0 + Double($1) * Double($1) } }
    }
    return energy
  }
}
