import ThrumDevice
import ThrumOffline
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
      if sensor == nil, let filter = taps.filter {
        try self.init(sound, name: name, summary: summary, sensor: filter.response)
        notes.append(
          "the sensor seems to have a \(filter.name) at \(fixed(filter.hertz, 0)) Hz, which is corrected for (use --sensor if the response is known)"
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
    tapCycles = taps?.decay == nil ? taps?.model.cycles : nil
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

extension SharpnessMap {
  init(fitting points: [(x: Double, y: Double)]) {
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

  func cents(from points: [(x: Double, y: Double)]) -> Double {
    let squares = points.reduce(0.0) { sum, point in
      let cents = 1200 * (logarithmBase2(point.y) - logarithmBase2(hertz(sharpness: point.x)))
      return sum + cents * cents
    }
    return (squares / Double(max(1, points.count))).squareRoot()
  }
}

/// An eccentric motor, recognised by a frequency that rises with intensity.
struct EccentricFit {
  /// Speed at full intensity.
  let hertz: Estimate
  private let seconds: Double

  /// - Throws: ``FitError`` if the speed differs by 10 % or more between events at full intensity.
  init(_ recording: FitRecording, _ buzzes: Buzzes) throws(FitError) {
    let speeds = buzzes.clear.map(\.sine.hertz)
    let speed = speeds.reduce(0, +) / Double(speeds.count)
    let spread = (speeds.reduce(0) { $0 + ($1 - speed) * ($1 - speed) } / Double(max(1, speeds.count - 1))).squareRoot()
    seconds = EccentricFit.spinUp(recording, FitPattern.overSharpness[4], hertz: speed)
    let late = seconds / Buzzes.length * exponential(-Buzzes.start / seconds)
    hertz = Estimate(value: speed, range: 2 * spread + late * speed)
    guard hertz.range < 0.1 * speed else {
      throw FitError(
        "the frequency of the continuous events varies between \(fixed(speeds.min() ?? 0, 0)) and \(fixed(speeds.max() ?? 0, 0)) Hz: too much for an eccentric motor, and it does not follow sharpness. Is something else audible?"
      )
    }
  }

  /// The preset coin motor with this speed and time constant.
  var motor: EccentricMotor {
    guard case .eccentric(var motor) = ActuatorPreset.eccentric.model else { preconditionFailure("it is eccentric") }
    motor.ratedVolts *= hertz.value / motor.ratedHertz
    motor.inertia *= seconds / motor.timeConstant
    return motor
  }

  /// Fits the time constant in seconds: speed rises as 1 − e^(−t/τ), and acceleration as the square of speed. Also fits
  /// the start, since recordings are aligned by level and these motors become loud slowly.
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
          let speed = point.time > begin ? 1 - exponential((begin - point.time) / seconds) : 0
          let difference = point.share - speed * speed
          return sum + difference * difference
        }
        if miss < best.miss { best = (miss, seconds) }
      }
    }
    return best.seconds
  }
}
