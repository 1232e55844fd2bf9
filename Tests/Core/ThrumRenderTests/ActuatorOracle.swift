import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

/// Closed-form solution of the equations of a ``ResonantActuator``, from the roots of the characteristic polynomial
/// D(s) = (m s² + c s + k)(L s + R) + Bl² s.
struct ActuatorOracle {
  let actuator: ResonantActuator
  /// The oscillating pole, with positive frequency; its conjugate is implied.
  let pole: Complex
  /// The pole of the coil.
  let coil: Double

  init(_ actuator: ResonantActuator) {
    self.actuator = actuator
    let (m, c, k) = (actuator.movingMass, actuator.damping, actuator.stiffness)
    let (l, r, bl) = (actuator.inductance, actuator.resistance, actuator.forceFactor)
    // Newton's method from −R/L for the real root; the quotient is s² + p s + q.
    let a2 = (m * r + c * l) / (m * l)
    let a1 = (c * r + k * l + bl * bl) / (m * l)
    let a0 = k * r / (m * l)
    var s = -r / l
    for _ in 0..<60 { s -= (((s + a2) * s + a1) * s + a0) / ((3 * s + 2 * a2) * s + a1) }
    coil = s
    let p = a2 + s
    let q = -a0 / s
    pole = Complex(-p / 2, (q - p * p / 4).squareRoot())
  }

  /// Frequency of the free oscillation, Hz.
  var dampedHertz: Double { pole.imaginary / (2 * .pi) }
  /// Time in which the free oscillation falls to 1/e, s.
  var timeConstant: Double { -1 / pole.real }

  private func slope(_ s: Complex) -> Complex {
    let (m, c, k) = (Complex(actuator.movingMass), Complex(actuator.damping), Complex(actuator.stiffness))
    let (l, r) = (Complex(actuator.inductance), Complex(actuator.resistance))
    return (Complex(2) * m * s + c) * (l * s + r) + (m * s * s + c * s + k) * l
      + Complex(actuator.forceFactor * actuator.forceFactor)
  }

  /// Bl s²/D'(s) · ω/(s² + ω²): contribution of a root to the response to a sine.
  private func residue(_ s: Complex, _ w: Double) -> Complex {
    Complex(actuator.forceFactor) * s * s / slope(s) * (Complex(w) / (s * s + Complex(w * w)))
  }

  private func exponential(_ s: Complex, _ t: Double) -> Complex {
    Complex(exp(s.real * t) * cos(s.imaginary * t), exp(s.real * t) * sin(s.imaginary * t))
  }

  /// Acceleration of the mass, m/s², for a sine of 1 V switched on at rest at time 0.
  func response(toHertz hertz: Double, at t: Double) -> Double {
    let w = 2 * Double.pi * hertz
    let steady = actuator.transfer(atHertz: hertz) * exponential(Complex(0, w), t)
    let swing = residue(pole, w) * exponential(pole, t)
    let current = residue(Complex(coil), w) * exponential(Complex(coil), t)
    return steady.imaginary + 2 * swing.real + current.real
  }

  /// Envelope of that response, m/s².
  func envelope(ofHertz hertz: Double, at t: Double) -> Double {
    let w = 2 * Double.pi * hertz
    let turning = exponential(pole - Complex(0, w), t)
    return (actuator.transfer(atHertz: hertz) + Complex(0, 2) * residue(pole, w) * turning).magnitude
  }
}

extension ActuatorPreset: CustomTestStringConvertible {
  /// Command-line name of the preset.
  public var testDescription: String { name }
  /// A voice coil with a low Q, for which the reference was computed.
  static let broad = ActuatorPreset(
    name: "broad", summary: "",
    model: .resonant(
      ResonantActuator(
        hertz: 65, grams: 5.0, quality: 1.2, forceFactor: 2.5, ohms: 8, microhenries: 200,
        strokeMillimetres: 1.5, ratedVolts: 2.0, deviceGrams: 280)))
  /// The six coil actuators of the reference.
  static let resonant: [ActuatorPreset] = [phone, watch, trackpad, coin175, coin235, broad]

  /// The parameters of a preset with a coil and a spring.
  var coilActuator: ResonantActuator {
    guard case .resonant(let actuator) = model else { preconditionFailure("\(name) has no coil") }
    return actuator
  }
}

extension ResonantActuator {
  /// Response of the renderer's own model to a voltage: acceleration of the mass, m/s².
  func respond(to drive: [Double], sampleRate: Double = 48_000, block: Int = 64) -> Recording {
    var model = LinearActuator(self, sampleRate: sampleRate)
    return Recording(samples: model.respond(to: drive, block: block), sampleRate: sampleRate)
      .scaled(by: 1 / deviceGain)
  }
}

extension LinearActuator {
  /// Renders a voltage in blocks, with the last one padded with 0 V.
  mutating func respond(to drive: [Double], block: Int = 64) -> [Double] {
    var result: [Double] = []
    for start in stride(from: 0, to: drive.count, by: block) {
      let end = min(drive.count, start + block)
      let volts = Array(drive[start..<end]) + Array(repeating: 0, count: (4 - (end - start) % 4) % 4)
      var output = [Double](repeating: 0, count: volts.count)
      render(drive: volts, into: &output, frames: volts.count)
      result.append(contentsOf: output[..<(end - start)])
    }
    return result
  }
}

extension SteppedActuator {
  /// Renders a voltage. Returns acceleration of the device, m/s², and displacement, mm.
  mutating func respond(to drive: [Double]) -> (acceleration: Recording, displacement: Recording) {
    var acceleration = [Double](repeating: 0, count: drive.count)
    var displacement = acceleration
    render(drive: drive, into: &acceleration, displacement: &displacement, frames: drive.count)
    return (Recording(samples: acceleration), Recording(samples: displacement))
  }
}

extension Recording {
  func scaled(by factor: Double) -> Recording {
    Recording(samples: samples.map { $0 * factor }, sampleRate: sampleRate)
  }
}

/// Sum of sines of amplitude `volts`, all starting at frame 0.
func sines(_ hertz: [Double], volts: Double = 1, seconds: Double, sampleRate: Double = 48_000) -> [Double] {
  (0..<Int((seconds * sampleRate).rounded())).map { frame in
    hertz.reduce(0) { $0 + volts * sin(2 * .pi * $1 * Double(frame) / sampleRate) }
  }
}
