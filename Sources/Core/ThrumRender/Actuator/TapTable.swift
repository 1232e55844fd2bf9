import ThrumDevice
import ThrumPattern

/// Drive of taps at 65 values of sharpness: one cycle, then two half-cycles that brake the mass.
///
/// The level gives every tap the same energy relative to the threshold of touch. The half-cycles have the frequency of
/// the resonance or of the cycle, whichever is higher.
package struct TapTable: Equatable, Sendable {
  package struct Tap: Equatable, Sendable {
    /// Amplitudes of the half-cycles relative to the cycle, −1…1.
    package let first: Double
    package let second: Double
    /// Fraction of the rated drive, 0…1.
    package var level = 1.0
  }

  /// Entry n is for sharpness n/64.
  package let entries: [Tap]
  /// Energy of each tap relative to the threshold of touch, for a drive of 1 V, (m/s²)²·s.
  package let energy: Double

  /// Reuses recent tables, which are slow to compute.
  package init(_ actuator: ResonantActuator, map: SharpnessMap, frequencyDivisor: Double, brakes: Bool = true) {
    let key = Key(actuator: actuator, map: map, divisor: frequencyDivisor, brakes: brakes)
    self = TapTable.recent.result(of: key) { TapTable(key) }
  }

  private struct Key: Equatable, Sendable {
    let actuator: ResonantActuator
    let map: SharpnessMap
    let divisor: Double
    let brakes: Bool
  }

  private static let recent = Recent<Key, TapTable>()

  private init(_ key: Key) {
    var taps: [Tap] = []
    var energies: [Double] = []
    for step in 0...DriveTable.steps {
      let hertz = key.map.hertz(sharpness: Double(step) / Double(DriveTable.steps)) / key.divisor
      let tap = key.brakes ? TapTable.tap(key.actuator, hertz: hertz) : Tap(first: 0, second: 0)
      taps.append(tap)
      energies.append(TapTable.energy(key.actuator, tap, hertz: hertz))
    }
    let least = energies.min() ?? 1
    for step in taps.indices { taps[step].level = squareRoot(least / energies[step]) }
    entries = taps
    energy = least
  }

  static func brakeHertz(_ actuator: ResonantActuator, after hertz: Double) -> Double {
    max(hertz, actuator.resonanceHertz)
  }

  static func tap(_ actuator: ResonantActuator, hertz: Double) -> Tap {
    let half = halfCycle.count - 1
    let ofCycle = StateUpdate(actuator, frameSeconds: 0.5 / hertz / Double(half))
    let ofBrake = StateUpdate(
      actuator, frameSeconds: 0.5 / brakeHertz(actuator, after: hertz) / Double(half))
    func end(_ amplitudes: [Double]) -> SIMD2<Double> {
      var z = SIMD3<Double>(repeating: 0)
      for (piece, amplitude) in amplitudes.enumerated() {
        (piece < 2 ? ofCycle : ofBrake).run(&z, along: halfCycle, amplitude: piece % 2 == 0 ? amplitude : -amplitude)
      }
      return SIMD2(z.x * actuator.angularResonance, z.y)
    }
    return bounded(end([1, 1, 0, 0]), end([0, 0, 1, 0]), end([0, 0, 0, 1]))
  }

  /// Minimises ‖z0 + b₁z1 + b₂z2‖² + µ‖b‖² over |b| ≤ 1: the free optimum, or the best point on an edge.
  ///
  /// The half-cycles have almost opposite effects. µ, 0.3 % of their mean square, keeps them from cancelling out.
  private static func bounded(_ z0: SIMD2<Double>, _ z1: SIMD2<Double>, _ z2: SIMD2<Double>) -> Tap {
    let weight = 0.0015 * ((z1 * z1).sum() + (z2 * z2).sum())
    let (a, b, c) = ((z1 * z1).sum() + weight, (z1 * z2).sum(), (z2 * z2).sum() + weight)
    let (u, v) = (-(z0 * z1).sum(), -(z0 * z2).sum())
    let determinant = a * c - b * b
    let free = (first: (c * u - b * v) / determinant, second: (a * v - b * u) / determinant)
    if abs(free.first) <= 1, abs(free.second) <= 1 { return Tap(first: free.first, second: free.second) }
    func cost(_ first: Double, _ second: Double) -> Double {
      let z = z0 + first * z1 + second * z2
      return (z * z).sum() + weight * (first * first + second * second)
    }
    var best = (cost: Double.infinity, first: 0.0, second: 0.0)
    for edge in [-1.0, 1] {
      let second = min(1, max(-1, (v - b * edge) / c))
      let first = min(1, max(-1, (u - b * edge) / a))
      for (first, second) in [(edge, second), (first, edge)] where cost(first, second) < best.cost {
        best = (cost(first, second), first, second)
      }
    }
    return Tap(first: best.first, second: best.second)
  }

  private static let halfCycle = (0...64).map { sineOfTurns(Double($0) / 128) }

  /// Perceptible frequencies with their amplitude weights, the inverse thresholds.
  private static let felt = stride(from: 20.5, to: 400, by: spacing).map {
    (hertz: $0, weight: gain(decibels: -AndroidTouchThreshold.decibels(atHertz: $0)))
  }
  private static let spacing = 8.0

  /// Returns a tap's energy from 20 to 400 Hz.
  private static func energy(_ actuator: ResonantActuator, _ tap: Tap, hertz: Double) -> Double {
    let brake = brakeHertz(actuator, after: hertz)
    let (begin, middle) = (1 / hertz, 1 / hertz + 0.5 / brake)
    return felt.reduce(0) { sum, place in
      let drive =
        spectrum(at: place.hertz, of: hertz, from: 0, halfCycles: 2)
        + Complex(tap.first) * spectrum(at: place.hertz, of: brake, from: begin, halfCycles: 1)
        + Complex(-tap.second) * spectrum(at: place.hertz, of: brake, from: middle, halfCycles: 1)
      let over = actuator.deviceAcceleration(perVoltAtHertz: place.hertz) * drive.magnitude * place.weight
      // Negative frequencies contribute the same.
      return sum + 2 * spacing * over * over
    }
  }

  /// Returns the spectrum, at one frequency, of a sine's half-cycles that start from zero at a given time.
  private static func spectrum(at hertz: Double, of sine: Double, from begin: Double, halfCycles: Int) -> Complex {
    let (omega, own) = (2 * .pi * hertz, 2 * .pi * sine)
    // Avoids 0/0 at the sine's own frequency.
    guard abs(omega - own) > 1e-3 * own else {
      return spectrum(at: hertz * 1.003, of: sine, from: begin, halfCycles: halfCycles)
    }
    func turned(_ seconds: Double) -> Complex {
      Complex(sineOfTurns(0.25 - hertz * seconds), sineOfTurns(-hertz * seconds))
    }
    let sign = halfCycles % 2 == 0 ? -1.0 : 1
    let end = begin + Double(halfCycles) / (2 * sine)
    return Complex(own / (own * own - omega * omega)) * (turned(begin) + Complex(sign) * turned(end))
  }
}

extension StateUpdate {
  fileprivate func run(_ z: inout SIMD3<Double>, along values: [Double], amplitude: Double) {
    guard amplitude != 0 || z != .zero else { return }
    let a = transition
    let b0 = inputBefore
    let b1 = inputAfter
    let row0 = SIMD3(a[0, 0], a[0, 1], a[0, 2])
    let row1 = SIMD3(a[1, 0], a[1, 1], a[1, 2])
    let row2 = SIMD3(a[2, 0], a[2, 1], a[2, 2])
    let before = amplitude * SIMD3(b0[0], b0[1], b0[2])
    let after = amplitude * SIMD3(b1[0], b1[1], b1[2])
    for step in 1..<values.count {
      z =
        SIMD3((row0 * z).sum(), (row1 * z).sum(), (row2 * z).sum()) + before * values[step - 1] + after * values[step]
    }
  }
}
