import ThrumDevice
import ThrumPattern

/// Acceleration of a resting sprung mass after a sine of 1 N/kg is switched on at time 0:
///
///     x'' + ω₀/Q·x' + ω₀²·x = sin(ωt + φ)
///
/// In closed form: the steady oscillation plus a free decay that cancels its position and speed at time 0. Q must
/// exceed ½, so that the mass rings.
struct SwitchedSine {
  /// Phasors at time 0. Accelerations are the imaginary (driven) and real (free) parts.
  private let driven: Complex
  private let free: Complex
  /// Angular frequencies in rad/s, and the decay in 1/s.
  private let omega: Double
  private let ringing: Double
  private let decay: Double

  /// - Parameter phase: φ in turns.
  init(hertz: Double, phase: Double = 0, resonance: Double, quality: Double) {
    omega = 2 * .pi * hertz
    let own = 2 * .pi * resonance
    decay = own / (2 * max(quality, 0.51))
    ringing = (own * own - decay * decay).squareRoot()
    let start = Complex(sineOfTurns(phase + 0.25), sineOfTurns(phase))
    let steady = start / Complex(own * own - omega * omega, 2 * decay * omega)
    let (position, speed) = (steady.imaginary, omega * steady.real)
    let pole = Complex(-decay, ringing)
    let amplitude = Complex(-position, (speed + decay * position) / ringing)
    free = amplitude * pole * pole
    driven = Complex(-omega * omega) * steady
  }

  /// Adds the response to a sine that begins at `start` (s). `range` begins at time 0.
  func add(to samples: inout [Double], _ range: Range<Int>, start: Double, gain: Double, rate: Double) {
    let first = max(0, Int((start * rate).rounded(.up)))
    guard first < range.count else { return }
    let time = Double(first) / rate - start
    let steady = Complex(gain) * driven * turned(omega * time)
    let ring = Complex(gain * exponential(-decay * time)) * free * turned(ringing * time)
    let steadyStep = turned(omega / rate)
    let ringStep = Complex(exponential(-decay / rate)) * turned(ringing / rate)
    // In plain numbers: the compiler does not inline another module's multiplication.
    let (steadyReal, steadyImaginary) = (steadyStep.real, steadyStep.imaginary)
    let (ringReal, ringImaginary) = (ringStep.real, ringStep.imaginary)
    var (a, b, c, d) = (steady.real, steady.imaginary, ring.real, ring.imaginary)
    for index in range.lowerBound + first..<range.upperBound {
      samples[index] += b + c
      (a, b) = (a * steadyReal - b * steadyImaginary, a * steadyImaginary + b * steadyReal)
      (c, d) = (c * ringReal - d * ringImaginary, c * ringImaginary + d * ringReal)
    }
  }
}

private func turned(_ radians: Double) -> Complex {
  let turns = radians / (2 * .pi)
  return Complex(sineOfTurns(turns + 0.25), sineOfTurns(turns))
}
