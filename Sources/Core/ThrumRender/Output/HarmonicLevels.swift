import ThrumDevice
import ThrumPattern

/// Levels of ``Harmonics`` that make a small loudspeaker sound as strong as the device feels (decision 0032).
///
/// Felt strength is the velocity of a buzz or the energy of a tap. Heard strength is A-weighted, after a laptop's
/// second-order high-pass at 300 Hz. A buzz of 0.35 g at 125 Hz has harmonics at 0.3 of full scale.
struct HarmonicLevels: BitwiseCopyable {
  /// Amplitudes at a sharpness or relative speed of 0, 1/15 … 1.
  private let amplitudes: SIMD16<Float>

  private init(_ amplitude: (Double) -> Double) {
    var amplitudes = SIMD16<Float>(repeating: 0)
    for index in amplitudes.indices { amplitudes[index] = Float(amplitude(Double(index) / 15)) }
    self.amplitudes = amplitudes
  }

  @_noLocks @inline(__always)
  subscript(_ share: Float) -> Float {
    let place = (share > 0 ? (share < 1 ? share : 1) : 0) * 15
    let index = place < 15 ? Int(place) : 14
    return amplitudes[index] + (amplitudes[index + 1] - amplitudes[index]) * (place - Float(index))
  }

  static func ofBuzz(_ actuator: ResonantActuator, _ settings: RenderSettings) -> HarmonicLevels {
    HarmonicLevels { sharpness in
      let hertz = settings.sharpness.hertz(sharpness: sharpness)
      return settings.steadyAcceleration(actuator, atHertz: hertz) * perAcceleration(atHertz: hertz)
    }
  }

  static func ofTap(_ actuator: ResonantActuator, _ settings: RenderSettings) -> HarmonicLevels {
    let taps = TapTable(
      actuator, map: settings.sharpness, frequencyDivisor: settings.monitor.frequencyDivisor,
      brakes: settings.brakesTransients)
    let felt = squareRoot(taps.energy) * actuator.maximumVolts
    return HarmonicLevels { sharpness in
      let hertz = settings.sharpness.hertz(sharpness: sharpness)
      // The harmonics last one cycle, and a sine's energy is half its amplitude squared.
      let perFelt = loudness * gain(decibels: AndroidTouchThreshold.decibels(atHertz: 125)) / standardGravity
      return perFelt * felt * squareRoot(2 * hertz / heardPower(atHertz: hertz))
    }
  }

  /// Returns the levels as a function of the motor's speed relative to `hertz`.
  static func ofMotor(_ motor: EccentricMotor, upTo hertz: Double) -> HarmonicLevels {
    HarmonicLevels { share in
      let turns = max(20, hertz * share)
      return motor.acceleration(atHertz: hertz * share) * perAcceleration(atHertz: turns)
    }
  }

  /// Heard strength for 1 g at 125 Hz.
  private static let loudness = 0.3 / 0.35 * squareRoot(heardPower(atHertz: 125))

  private static func perAcceleration(atHertz hertz: Double) -> Double {
    let felt = gain(decibels: FeltStrength.velocity(atHertz: 125) - FeltStrength.velocity(atHertz: hertz))
    return loudness * felt / standardGravity / squareRoot(heardPower(atHertz: hertz))
  }

  /// Returns the power, as heard, of a frequency's harmonics at amplitude 1.
  private static func heardPower(atHertz hertz: Double) -> Double {
    Harmonics.numbers.reduce(0) { sum, number in
      let own = hertz * Double(number)
      let loudspeaker = 1 / (1 + power4(300 / own))
      let highPass = 1 / (1 + power4(Harmonics.lowestHertz / own))
      let heard = Double(Harmonics.weights[number - 2]) * EarWeighting.gain(atHertz: own) * highPass
      return sum + heard * heard * loudspeaker
    }
  }

  private static func power4(_ x: Double) -> Double { x * x * x * x }
}
