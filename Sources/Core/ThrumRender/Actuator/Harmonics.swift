import ThrumDevice
import ThrumPattern

/// Harmonics 2 to 5 of low frequencies, from which the ear infers the fundamental that a small loudspeaker loses.
enum Harmonics {
  static let numbers = 2...5
  /// Corner of the high-pass before the loudspeaker, Hz.
  static let lowestHertz = 150.0

  static var weights: SIMD4<Float> { @_noLocks @inline(__always) get { SIMD4(0.5, 0.35, 0.25, 0.18) } }

  /// Sums the harmonics at eight phases with the recurrence sin(n+1)φ = 2 cos φ sin nφ − sin(n−1)φ.
  @_noLocks @inline(__always)
  static func sum(atTurns turns: Lanes) -> Lanes {
    let twiceCosine = 2 * sineOfTurns(turns + Lanes(repeating: 0.25))
    let first = sineOfTurns(turns)
    let second = twiceCosine * first
    let third = twiceCosine * second - first
    let fourth = twiceCosine * third - second
    let fifth = twiceCosine * fourth - third
    return weights.x * second + weights.y * third + (weights.z * fourth + weights.w * fifth)
  }
}

struct HarmonicBus: BitwiseCopyable {
  struct Levels: BitwiseCopyable {
    let buzz: HarmonicLevels
    let tap: HarmonicLevels
  }

  let isWanted: Bool
  /// Whether events, rather than the motor, add harmonics.
  let isOfEvents: Bool
  let levels: Levels?
  /// Harmonics of a quantum, with room for a partial group of lanes. Undefined unless ``isUsed``.
  let frames: UnsafeMutablePointer<Float>
  private(set) var isUsed = false

  init(_ settings: RenderSettings) {
    isWanted = settings.monitor == .smallSpeaker
    if isWanted, case .resonant(let actuator) = settings.effectiveActuator.model {
      levels = Levels(buzz: .ofBuzz(actuator, settings), tap: .ofTap(actuator, settings))
    } else {
      levels = nil
    }
    isOfEvents = levels != nil
    frames = .allocate(capacity: quantumFrames + Lanes.scalarCount)
    frames.initialize(repeating: 0, count: quantumFrames + Lanes.scalarCount)
  }

  func deallocate() { frames.deallocate() }

  @_noLocks @inline(__always)
  mutating func clear() { isUsed = false }

  /// Call before adding to ``frames`` or reading them.
  @_noLocks @inline(__always)
  mutating func begin() {
    guard !isUsed else { return }
    isUsed = true
    for tile in 0..<tilesOfQuantum { storeTile(.zero, frames, tile) }
  }

  /// `step` is the gain's change per frame.
  @_noLocks
  func fade(gain: Float, step: Float) {
    guard gain != 1 || step != 0 else { return }
    for frame in 0..<quantumFrames { frames[frame] *= gain + step * Float(frame + 1) }
  }
}

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
