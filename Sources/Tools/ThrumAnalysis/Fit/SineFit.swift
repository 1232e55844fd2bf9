import ThrumDevice
import ThrumPattern

struct SineFit {
  let hertz: Double
  let amplitude: Double
  /// Standard error in Hz: the Cramér–Rao bound for one sine in white noise.
  let hertzError: Double
  /// Mean squares of the sine and of all samples.
  let energy: Double
  let total: Double
  /// Amplitude relative to the sine's.
  let thirdHarmonic: Double
  /// Twice the standard error of ``thirdHarmonic`` in white noise.
  let harmonicError: Double
  /// Energy relative to the rest, dB.
  let clarity: Double

  /// Finds the strongest sine from 20 to 500 Hz.
  init(_ samples: [Double], rate: Double) {
    let count = Double(samples.count)
    let windowed = samples.enumerated().map { $1 * (0.5 - 0.5 * sineOfTurns(0.25 + (Double($0) + 0.5) / count)) }
    var best = (hertz: 20.0, power: 0.0)
    for hertz in stride(from: 20.0, through: 500, by: 0.25 * rate / count) {
      let power = SineFit.power(windowed, hertz / rate)
      if power > best.power { best = (hertz, power) }
    }
    let reach = 0.3 * rate / count
    hertz = highest(
      of: { SineFit.power(windowed, $0 / rate) }, within: best.hertz - reach...best.hertz + reach, steps: 40)
    amplitude = 4 / count * SineFit.power(windowed, hertz / rate).squareRoot()
    total = samples.reduce(0) { $0 + $1 * $1 } / count
    energy = min(total, amplitude * amplitude / 2)
    let noise = max(total - energy, 1e-12 * total)
    clarity = decibels(energy / noise) / 2
    thirdHarmonic = (SineFit.power(windowed, 3 * hertz / rate) / max(SineFit.power(windowed, hertz / rate), 1e-300))
      .squareRoot()
    harmonicError = 2 * (6 * noise / count).squareRoot() / max(amplitude, 1e-300)
    hertzError =
      rate / (2 * .pi) * (24 * noise / (max(amplitude * amplitude, 1e-300) * count * count * count)).squareRoot()
  }

  private static func power(_ samples: [Double], _ turnsPerFrame: Double) -> Double {
    // Goertzel algorithm.
    let factor = 2 * sineOfTurns(turnsPerFrame + 0.25)
    var (before, now) = (0.0, 0.0)
    for sample in samples { (before, now) = (now, sample + factor * now - before) }
    return now * now + before * before - factor * now * before
  }
}

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
    let first = max(0, Int(saturating: (start * rate).rounded(.up)))
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

/// Finds the maximum of a function with one peak, by golden-section search.
func highest(of function: (Double) -> Double, within range: ClosedRange<Double>, steps: Int) -> Double {
  var (low, high) = (range.lowerBound, range.upperBound)
  for _ in 0..<steps {
    let (a, b) = (low + 0.382 * (high - low), low + 0.618 * (high - low))
    if function(a) > function(b) { high = b } else { low = a }
  }
  return (low + high) / 2
}
