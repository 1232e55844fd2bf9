import ThrumDevice
import Synchronization

/// How a tap is driven, for 65 sharpnesses from 0 to 1: one cycle at the sharpness' frequency, then two half-cycles that stop the
/// mass, all at a level that makes taps of every sharpness carry the same energy over the threshold of touch.
///
/// The half-cycles come at the resonance, where the mass rings, or at the cycle's own frequency where that is higher. Their
/// amplitudes, relative to the cycle's, make displacement and velocity at the end as small as |b| ≤ 1 allows, and are no larger
/// than it takes.
///
/// - Thread: made off the render thread, read on it.
package struct TapTable: Equatable, Sendable {
  /// How one tap is driven.
  package struct Tap: Equatable, Sendable {
    /// Amplitude of the half-cycle after the cycle, relative to the cycle's, −1…1.
    package let first: Double
    /// Amplitude of the second half-cycle.
    package let second: Double
    /// Share of the rated drive, 0…1.
    package var level = 1.0
  }

  /// The entries; sharpness of entry n is n/64.
  package let entries: [Tap]

  /// Computes the table, about 20 000 multiplications an entry, or takes it from the last ones computed.
  package init(_ actuator: ResonantActuator, map: SharpnessMap, frequencyDivisor: Double, brakes: Bool = true) {
    let key = Key(actuator: actuator, map: map, divisor: frequencyDivisor, brakes: brakes)
    if let known = TapTable.recent.withLock({ $0.first { $0.key == key } }) {
      entries = known.entries
      return
    }
    let computed = TapTable.compute(key)
    TapTable.recent.withLock { recent in
      if recent.count >= 16 { recent.removeFirst() }
      recent.append((key, computed))
    }
    entries = computed
  }

  private struct Key: Equatable, Sendable {
    let actuator: ResonantActuator
    let map: SharpnessMap
    let divisor: Double
    let brakes: Bool
  }

  private static let recent = Mutex<[(key: Key, entries: [Tap])]>([])

  private static func compute(_ key: Key) -> [Tap] {
    var taps: [Tap] = []
    var energies: [Double] = []
    for step in 0...DriveTable.steps {
      let hertz = key.map.hertz(sharpness: Double(step) / Double(DriveTable.steps)) / key.divisor
      let tap = key.brakes ? tap(key.actuator, hertz: hertz) : Tap(first: 0, second: 0)
      taps.append(tap)
      energies.append(energy(key.actuator, tap, hertz: hertz))
    }
    let least = energies.min() ?? 1
    for step in taps.indices { taps[step].level = squareRoot(least / energies[step]) }
    return taps
  }

  /// Frequency of the half-cycles after a cycle of a frequency.
  static func brakeHertz(_ actuator: ResonantActuator, after hertz: Double) -> Double {
    max(hertz, actuator.resonanceHertz)
  }

  /// The best pair for one frequency.
  static func tap(_ actuator: ResonantActuator, hertz: Double) -> Tap {
    let half = 64  // steps of a half-cycle
    let ofCycle = StateUpdate(actuator, frameSeconds: 0.5 / hertz / Double(half))
    let ofBrake = StateUpdate(
      actuator, frameSeconds: 0.5 / brakeHertz(actuator, after: hertz) / Double(half))
    func end(_ amplitudes: [Double]) -> SIMD2<Double> {
      var z = SIMD3<Double>(repeating: 0)
      for (piece, amplitude) in amplitudes.enumerated() {
        (piece < 2 ? ofCycle : ofBrake).run(&z, halfCycle: piece, amplitude: amplitude, steps: half)
      }
      return SIMD2(z.x * actuator.angularResonance, z.y)
    }
    return bounded(end([1, 1, 0, 0]), end([0, 0, 1, 0]), end([0, 0, 0, 1]))
  }

  /// min ‖z0 + b₁z1 + b₂z2‖² + µ‖b‖² over the square |b| ≤ 1: the free optimum, or the best on an edge. The half-cycles do nearly the
  /// opposite of each other; µ, 0.3 % of what they do, keeps them from doing much against each other.
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
      let second = min(1, max(-1, (v - b * edge) / c)), first = min(1, max(-1, (u - b * edge) / a))
      for (first, second) in [(edge, second), (first, edge)] where cost(first, second) < best.cost {
        best = (cost(first, second), first, second)
      }
    }
    return Tap(first: best.first, second: best.second)
  }

  /// Energy of a tap's acceleration over the threshold of touch, from 20 to 400 Hz.
  private static func energy(_ actuator: ResonantActuator, _ tap: Tap, hertz: Double) -> Double {
    let brake = brakeHertz(actuator, after: hertz)
    let (begin, middle) = (1 / hertz, 1 / hertz + 0.5 / brake)
    return stride(from: 20.5, to: 400, by: 8).reduce(0) { sum, place in
      let drive =
        spectrum(at: place, of: hertz, from: 0, halfCycles: 2)
        + Complex(tap.first) * spectrum(at: place, of: brake, from: begin, halfCycles: 1)
        + Complex(-tap.second) * spectrum(at: place, of: brake, from: middle, halfCycles: 1)
      let felt = actuator.deviceAcceleration(perVoltAtHertz: place) * drive.magnitude
      let over = felt * gain(decibels: -TouchThreshold.decibels(atHertz: place))
      return sum + over * over
    }
  }

  /// The spectrum at a frequency of half-cycles of a sine that begins, at its zero, at a time.
  private static func spectrum(at hertz: Double, of sine: Double, from begin: Double, halfCycles: Int) -> Complex {
    let (omega, own) = (2 * .pi * hertz, 2 * .pi * sine)
    // Beside the sine's own frequency, where the quotient is 0/0.
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
  /// Moves the state on over a half-cycle of a sine; `halfCycle` counts from the sine's begin.
  fileprivate func run(_ z: inout SIMD3<Double>, halfCycle: Int, amplitude: Double, steps: Int) {
    let a = transition, b0 = inputBefore, b1 = inputAfter
    let row0 = SIMD3(a[0, 0], a[0, 1], a[0, 2])
    let row1 = SIMD3(a[1, 0], a[1, 1], a[1, 2])
    let row2 = SIMD3(a[2, 0], a[2, 1], a[2, 2])
    let before = SIMD3(b0[0], b0[1], b0[2]), after = SIMD3(b1[0], b1[1], b1[2])
    for step in 0..<steps {
      let turns = 0.5 * (Double(halfCycle) + Double(step) / Double(steps))
      let u = amplitude * sineOfTurns(turns)
      let next = amplitude * sineOfTurns(turns + 0.5 / Double(steps))
      z = SIMD3((row0 * z).sum(), (row1 * z).sum(), (row2 * z).sum()) + before * u + after * next
    }
  }
}
