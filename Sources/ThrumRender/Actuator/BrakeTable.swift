import ThrumDevice
import Synchronization

/// The two half-cycles that stop the mass after a transient's cycle, for 65 sharpnesses from 0 to 1.
///
/// After one cycle of the drive the phase continues for two half-periods with amplitudes b₁ and b₂ relative to the
/// cycle's, chosen so that displacement and velocity at the end are as small as |b| ≤ 1 allows.
///
/// - Thread: made off the render thread, read on it.
package struct BrakeTable: Equatable, Sendable {
  /// Amplitudes of the half-cycles, each −1…1.
  package struct Pulses: Equatable, Sendable {
    /// The first half-period after the cycle.
    package let first: Double
    /// The second half-period.
    package let second: Double
  }

  /// The entries; sharpness of entry n is n/64.
  package let entries: [Pulses]

  /// Computes the table, about 10 000 multiplications an entry, or takes it from the last ones computed.
  package init(_ actuator: ResonantActuator, map: SharpnessMap, frequencyDivisor: Double) {
    let key = Key(actuator: actuator, map: map, divisor: frequencyDivisor)
    if let known = BrakeTable.recent.withLock({ $0.first { $0.key == key } }) {
      entries = known.entries
      return
    }
    let computed = BrakeTable.compute(key)
    BrakeTable.recent.withLock { recent in
      if recent.count >= 16 { recent.removeFirst() }
      recent.append((key, computed))
    }
    entries = computed
  }

  private struct Key: Equatable, Sendable {
    let actuator: ResonantActuator
    let map: SharpnessMap
    let divisor: Double
  }

  private static let recent = Mutex<[(key: Key, entries: [Pulses])]>([])

  private static func compute(_ key: Key) -> [Pulses] {
    (0...DriveTable.steps).map { step in
      let hertz = key.map.hertz(sharpness: Double(step) / Double(DriveTable.steps)) / key.divisor
      return pulses(key.actuator, hertz: hertz)
    }
  }

  /// The best pair for one frequency.
  static func pulses(_ actuator: ResonantActuator, hertz: Double) -> Pulses {
    let half = 64  // steps a half-period
    let update = StateUpdate(actuator, frameSeconds: 0.5 / hertz / Double(half))
    let a = update.transition, b0 = update.inputBefore, b1 = update.inputAfter
    let row0 = SIMD3(a[0, 0], a[0, 1], a[0, 2])
    let row1 = SIMD3(a[1, 0], a[1, 1], a[1, 2])
    let row2 = SIMD3(a[2, 0], a[2, 1], a[2, 2])
    let before = SIMD3(b0[0], b0[1], b0[2]), after = SIMD3(b1[0], b1[1], b1[2])
    // The state at the end of four half-cycles of given amplitudes.
    func end(_ amplitudes: SIMD4<Double>) -> (x: Double, v: Double) {
      var z = SIMD3<Double>(repeating: 0)
      for k in 0..<4 * half {
        let amplitude = amplitudes[k / half]
        let u = amplitude * sineOfTurns(Double(k) / Double(2 * half))
        let next = amplitude * sineOfTurns(Double(k + 1) / Double(2 * half))
        z = SIMD3((row0 * z).sum(), (row1 * z).sum(), (row2 * z).sum()) + before * u + after * next
      }
      return (z.x * actuator.angularResonance, z.y)
    }
    return bounded(end([1, 1, 0, 0]), end([0, 0, 1, 0]), end([0, 0, 0, 1]))
  }

  /// min ‖z0 + b₁z1 + b₂z2‖ over the square |b| ≤ 1: the free optimum, or the best on an edge.
  private static func bounded(
    _ z0: (x: Double, v: Double), _ z1: (x: Double, v: Double), _ z2: (x: Double, v: Double)
  ) -> Pulses {
    let determinant = z1.x * z2.v - z2.x * z1.v
    let b1 = (z2.x * z0.v - z0.x * z2.v) / determinant
    let b2 = (z0.x * z1.v - z1.x * z0.v) / determinant
    if abs(b1) <= 1, abs(b2) <= 1 { return Pulses(first: b1, second: b2) }
    func along(_ base: (x: Double, v: Double), _ direction: (x: Double, v: Double)) -> Double {
      let d = direction.x * direction.x + direction.v * direction.v
      return min(1, max(-1, -(base.x * direction.x + base.v * direction.v) / d))
    }
    func residual(_ b1: Double, _ b2: Double) -> Double {
      let x = z0.x + b1 * z1.x + b2 * z2.x
      let v = z0.v + b1 * z1.v + b2 * z2.v
      return x * x + v * v
    }
    var best = (residual: Double.infinity, first: 0.0, second: 0.0)
    for edge in [-1.0, 1] {
      let second = along((z0.x + edge * z1.x, z0.v + edge * z1.v), z2)
      let first = along((z0.x + edge * z2.x, z0.v + edge * z2.v), z1)
      for (b1, b2) in [(edge, second), (first, edge)] where residual(b1, b2) < best.residual {
        best = (residual(b1, b2), b1, b2)
      }
    }
    return Pulses(first: best.first, second: best.second)
  }
}
