import Foundation
import TestSupport
import ThrumAnalysis
import ThrumDevice

/// A device and a recorder that Thrum's renderer knows nothing of: the ``FitPattern``, played by equations of motion
/// integrated step by step (Runge and Kutta, fourth order) instead of the renderer's exact solution.
package struct FitWorld: Sendable {
  package var name: String
  package var hertz = 150.0
  package var quality = 3.2
  /// Cubic spring relative to the linear one at a displacement of 1 mm.
  package var hardening = 0.0
  /// Dry friction, N.
  package var friction = 0.0
  package var microhenries = 100.0
  /// A second resonance of the case: frequency, Q and level, of its displacement or (`isInertial`) acceleration.
  package var second: (hertz: Double, quality: Double, level: Double)?
  package var isInertial = false
  /// The driver's frequency by sharpness, Hz.
  package var law: @Sendable (Double) -> Double = { 80 * pow(230.0 / 80, $0) }
  /// Resonance that the driver assumes, Hz; `nil` for the true one.
  package var driverHertz: Double?
  /// Q that the driver assumes; `nil` for the true one.
  package var driverQuality: Double?
  /// The drive of a tap by time (s) and by the driver's frequency (Hz), if it is no sine with brakes.
  package var tapDrive: (@Sendable (_ age: Double, _ hertz: Double) -> Double)?
  package var cycles = 1.0
  package var brakes = true
  /// Whether continuous events are sines without the inverse of the motor.
  package var isPlain = false
  package var exponent = 2.0
  /// Corner of the sensor's first-order high-pass, Hz.
  package var highPass: Double?
  /// Corner of the sensor's first-order low-pass, Hz.
  package var lowPass: Double?
  package var echo: (seconds: Double, gain: Double)?
  /// Clipping level, relative to the peak.
  package var clip: Double?
  package var bits: Int?
  /// Error of the recorder's clock, 10⁻⁶.
  package var clock = 0.0
  /// Mains frequency, Hz, and level relative to the recording's, dB.
  package var hum: (hertz: Double, decibels: Double)?
  /// Noise relative to the recording's level, dB.
  package var noise = -40.0
  /// Recorded before the pattern, s.
  package var silence = 0.4
  /// Of the noise.
  package var seed: UInt64 = 11

  package init(_ name: String, _ change: (inout FitWorld) -> Void = { _ in }) {
    self.name = name
    change(&self)
  }

  package static let rate = 32_000.0
  private static let volts = 1.98
  private static let deviceGain = 2.5 / 170

  /// The recording, at 32 kHz.
  package var recording: SoundMemory {
    SoundMemory(interleaved: samples, channels: 1, sampleRate: FitWorld.rate)
  }

  /// The recording's samples.
  package var samples: [Float] {
    var heard = motor().accelerations(drive, rate: FitWorld.rate, hardening, friction)
    if let second { heard = zip(heard, resonant(heard, second)).map { $0 + $1 } }
    if let highPass { heard = highPassed(heard, highPass) }
    if let lowPass { heard = zip(heard, highPassed(heard, lowPass)).map { $0 - $1 } }
    if let echo {
      let lag = Int(echo.seconds * FitWorld.rate)
      for index in heard.indices.reversed() where index >= lag { heard[index] += echo.gain * heard[index - lag] }
    }
    heard =
      [Double](repeating: 0, count: Int(silence * FitWorld.rate) + 345) + heard + [Double](repeating: 0, count: 7_001)
    if clock != 0 {
      let step = 1 + clock * 1e-6
      heard = (0..<Int(Double(heard.count - 2) / step)).map { index in
        let place = Double(index) * step
        let share = place - Double(Int(place))
        return (1 - share) * heard[Int(place)] + share * heard[Int(place) + 1]
      }
    }
    let level = (heard.reduce(0) { $0 + $1 * $1 } / Double(heard.count)).squareRoot()
    var random = SplitMix64(seed: seed)
    for index in heard.indices {
      if let hum {
        let turns = hum.hertz * Double(index) / FitWorld.rate
        let wave = sin(2 * .pi * turns) + 0.3 * sin(6 * .pi * turns + 1) + 0.1 * sin(4 * .pi * turns + 2)
        heard[index] += level * pow(10, hum.decibels / 20) * 2.0.squareRoot() * wave
      }
      // Uniform over ±√3, so the variance is 1.
      heard[index] += level * pow(10, noise / 20) * random.number(-1.732_051...1.732_051)
    }
    let peak = heard.map(abs).max() ?? 1
    for index in heard.indices {
      heard[index] *= -0.7 / peak
      if let clip { heard[index] = max(-0.7 * clip, min(0.7 * clip, heard[index])) }
      if let bits { heard[index] = (heard[index] * pow(2, Double(bits - 1))).rounded() / pow(2, Double(bits - 1)) }
    }
    return heard.map(Float.init)
  }

  /// Force of the rated voltage on a motor at rest, N.
  package var ratedForce: Double { motor().force(FitWorld.volts) }

  private func motor(_ hertz: Double? = nil, _ quality: Double? = nil) -> Motor {
    Motor(hertz ?? self.hertz, quality ?? self.quality, microhenries * 1e-6)
  }

  /// Volts of the whole pattern.
  private var drive: [Double] {
    let rate = FitWorld.rate
    let known = motor(driverHertz, driverQuality)
    var volts = [Double](repeating: 0, count: Int(FitPattern.seconds * rate))
    var wanted = volts
    for step in FitPattern.steps {
      let hertz = law(step.sharpness)
      let first = Int(step.start * rate)
      if let seconds = step.seconds {
        let reach = known.acceleration(perVoltAt: hertz) * FitWorld.deviceGain
        let level = min(3.4, FitWorld.volts * reach) * pow(step.intensity, exponent)
        for index in 0..<Int(seconds * rate) {
          let time = Double(index) / rate
          let edge = min(1, time / 0.005, (seconds - time) / 0.005)
          let wave = level * edge * sin(2 * .pi * hertz * time)
          if isPlain { volts[first + index] += wave / reach } else { wanted[first + index] += wave }
        }
      } else {
        for (index, value) in tap(known, hertz).enumerated() { volts[first + index] += FitWorld.volts * value }
      }
    }
    return isPlain
      ? volts
      : zip(volts, known.inverse(wanted.map { $0 / FitWorld.deviceGain }, rate: rate)).map {
        $0 + max(-1.4 * FitWorld.volts, min(1.4 * FitWorld.volts, $1))
      }
  }

  /// A sine and the two half-cycles after which the motor that the driver knows is at rest.
  private func tap(_ known: Motor, _ hertz: Double) -> [Double] {
    let rate = FitWorld.rate
    if let tapDrive { return (0..<Int(0.04 * rate)).map { tapDrive(Double($0) / rate, hertz) } }
    let sine = (0..<Int(cycles / hertz * rate)).map { sin(2 * .pi * hertz * Double($0) / rate) }
    guard brakes else { return sine }
    let brake = max(hertz, known.hertz)
    let half = (0..<Int(0.5 / brake * rate)).map { sin(2 * .pi * brake * Double($0) / rate) }
    let none = [Double](repeating: 0, count: half.count)
    func end(_ drive: [Double]) -> SIMD2<Double> {
      let speeds = known.accelerations(drive, rate: rate).reduce(into: SIMD2<Double>.zero) { state, acceleration in
        state.y += acceleration / rate
        state.x += state.y / rate
      }
      return SIMD2(speeds.x * 2 * .pi * known.hertz, speeds.y)
    }
    let silent = [Double](repeating: 0, count: sine.count)
    let (whole, one, other) = (end(sine + none + none), end(silent + half + none), end(silent + none + half))
    let weight = 0.0015 * ((one * one).sum() + (other * other).sum())
    let (a, b, c) = ((one * one).sum() + weight, (one * other).sum(), (other * other).sum() + weight)
    let (u, v) = (-(whole * one).sum(), -(whole * other).sum())
    let determinant = a * c - b * b
    let (first, second) = ((c * u - b * v) / determinant, (a * v - b * u) / determinant)
    return sine + half.map { max(-1, min(1, first)) * $0 } + half.map { max(-1, min(1, second)) * $0 }
  }

  private func resonant(_ input: [Double], _ second: (hertz: Double, quality: Double, level: Double)) -> [Double] {
    let omega = 2 * .pi * second.hertz
    var (place, speed) = (0.0, 0.0)
    return input.map { force in
      // Semi-implicit Euler, good enough far below the sample rate.
      speed +=
        (second.level * omega * omega * force - omega / second.quality * speed - omega * omega * place) / FitWorld.rate
      place += speed / FitWorld.rate
      guard isInertial else { return place }
      return second.level * force - (omega / second.quality * speed + omega * omega * place) / (omega * omega)
    }
  }

  private func highPassed(_ input: [Double], _ corner: Double) -> [Double] {
    let share = exp(-2 * .pi * corner / FitWorld.rate)
    var slow = 0.0
    return input.map { sample in
      slow = share * slow + (1 - share) * sample
      return sample - slow
    }
  }
}

/// A mass of 2.5 g on a spring, in a coil of 8 Ω.
private struct Motor {
  let hertz: Double
  private let mass = 2.5e-3
  private let resistance = 8.0
  private let coil: Double
  private let inductance: Double
  private let damping: Double
  private let stiffness: Double

  init(_ hertz: Double, _ quality: Double, _ inductance: Double) {
    self.hertz = hertz
    self.inductance = inductance
    let losses = mass * 2 * .pi * hertz / quality
    coil = (0.7 * losses * resistance).squareRoot()
    damping = losses - coil * coil / resistance
    stiffness = mass * pow(2 * .pi * hertz, 2)
  }

  /// Accelerations of the mass, m/s².
  func accelerations(_ volts: [Double], rate: Double, _ hardening: Double = 0, _ friction: Double = 0) -> [Double] {
    func slope(_ z: SIMD3<Double>, _ volts: Double) -> SIMD3<Double> {
      let drag = friction == 0 ? 0 : friction * tanh(z.y / 1e-3)
      let spring = stiffness * z.x * (1 + hardening * z.x * z.x * 1e6)
      return SIMD3(
        z.y, (coil * z.z - damping * z.y - spring - drag) / mass, (volts - resistance * z.z - coil * z.y) / inductance)
    }
    // Two steps per sample: the coil is fast.
    let step = 0.5 / rate
    var z = SIMD3<Double>.zero
    return volts.indices.map { index in
      let (from, to) = (volts[index], index + 1 < volts.count ? volts[index + 1] : 0)
      let acceleration = slope(z, from).y
      for half in [0.0, 0.5] {
        let (v0, v1, v2) = (
          from + half * (to - from), from + (half + 0.25) * (to - from), from + (half + 0.5) * (to - from)
        )
        let k1 = slope(z, v0)
        let k2 = slope(z + 0.5 * step * k1, v1)
        let k3 = slope(z + 0.5 * step * k2, v1)
        let k4 = slope(z + step * k3, v2)
        var sum = k1 + 2 * k2
        sum += 2 * k3
        sum += k4
        z += step / 6 * sum
      }
      return acceleration
    }
  }

  /// Force of a constant voltage on the mass at rest, N.
  func force(_ volts: Double) -> Double { coil * volts / resistance }

  /// Amplitude for a sine of 1 V, m/s².
  func acceleration(perVoltAt hertz: Double) -> Double {
    let omega = 2 * .pi * hertz
    let (real, imaginary) = (stiffness - mass * omega * omega, (damping + coil * coil / resistance) * omega)
    return coil / resistance * omega * omega / (real * real + imaginary * imaginary).squareRoot()
  }

  /// Volts for accelerations of the mass, from its leaky integrals.
  func inverse(_ wanted: [Double], rate: Double) -> [Double] {
    let leak = exp(-2 * .pi * 45 / rate)
    var (speed, place) = (0.0, 0.0)
    return wanted.map { acceleration in
      speed = leak * speed + acceleration / rate
      place = leak * place + speed / rate
      return resistance / coil * (mass * acceleration + damping * speed + stiffness * place) + coil * speed
    }
  }
}
