import Foundation
import TestSupport
import Testing
import ThrumDevice

@testable import ThrumRender

/// A row of the pole table: name, f_d, time constant in ms, log decrement, time constant with open terminals in ms.
struct PoleRow: Sendable, CustomTestStringConvertible {
  let preset: ActuatorPreset
  let hertz, milliseconds, decrement, openMilliseconds: Double
  var testDescription: String { preset.name }

  init(_ preset: ActuatorPreset, _ hertz: Double, _ ms: Double, _ decrement: Double, open: Double) {
    self.preset = preset
    self.hertz = hertz
    milliseconds = ms
    self.decrement = decrement
    openMilliseconds = open
  }

  static let all = [
    PoleRow(.phone125, 122.6341, 6.3494, 1.284274, open: 20.36),
    PoleRow(.watch, 174.0044, 7.9910, 0.719181, open: 22.25),
    PoleRow(.trackpad, 116.2826, 5.2968, 1.623559, open: 5.82),
    PoleRow(.coin175, 174.9089, 27.2820, 0.209561, open: 30.87),
    PoleRow(.coin235, 234.8832, 20.3157, 0.209564, open: 23.70),
    PoleRow(.broad, 59.1816, 5.8536, 2.886613, open: 10.86),
  ]
}

@Suite struct FreeDecayTests {
  /// Oscillation after an impulse of one frame, from 2 ms on, when the coil current has died out.
  private func swing(_ actuator: ResonantActuator, push: Double = 10_000, seconds: Double) -> Recording {
    var volts = [Double](repeating: 0, count: Int(seconds * 48_000))
    volts[1] = push
    return actuator.respond(to: volts).part(0.002, seconds)
  }

  /// Extremes of an oscillation, interpolated by a parabola.
  private func extremes(_ recording: Recording) -> [Double] {
    let y = recording.samples
    return (1..<y.count - 1).compactMap { i in
      guard (y[i] - y[i - 1]) * (y[i + 1] - y[i]) < 0 else { return nil }
      let slope = (y[i + 1] - y[i - 1]) / 2
      let bend = y[i + 1] - 2 * y[i] + y[i - 1]
      return y[i] - slope * slope / (2 * bend)
    }
  }

  @Test(arguments: PoleRow.all)
  func `the oracle's poles match the table`(row: PoleRow) {
    let oracle = ActuatorOracle(row.preset.coilActuator)
    #expect(abs(oracle.dampedHertz - row.hertz) < 1e-4)
    #expect(abs(oracle.timeConstant * 1000 - row.milliseconds) < 1e-4)
  }

  @Test(arguments: PoleRow.all)
  func `with 0 V across the coil, the oscillation decays by the log decrement`(row: PoleRow) {
    let tops = extremes(swing(row.preset.coilActuator, seconds: 0.1))
    let count = min(8, tops.count - 3)
    let decrement = log(abs(tops[2] / tops[2 + count])) / Double(count) * 2
    #expect(abs(decrement / row.decrement - 1) < 1e-4)
  }

  @Test(arguments: PoleRow.all.filter { $0.preset.coilActuator.quality >= 2 })
  func `with 0 V across the coil, the mass oscillates at the damped frequency`(row: PoleRow) {
    let measured = swing(row.preset.coilActuator, seconds: 0.08).hertz
    #expect(abs(measured / row.hertz - 1) < 1e-4)
  }

  @Test(arguments: PoleRow.all)
  func `with open terminals, only the mechanical damping remains`(row: PoleRow) {
    // A huge resistance stops the current and so the coil's braking; c stays the same.
    var open = row.preset.coilActuator
    let damping = open.damping
    open.resistance *= 1e7
    open.quality = open.movingMass * open.angularResonance / damping
    let recording = swing(open, push: 1e11, seconds: 0.1)
    let tops = extremes(recording)
    let count = min(8, tops.count - 3)
    let seconds = Double(count) / 2 / recording.part(0, 0.05).hertz / log(abs(tops[2] / tops[2 + count]))
    #expect(abs(seconds / (2 * open.movingMass / damping) - 1) < 1e-3)
    #expect(abs(seconds * 1000 - row.openMilliseconds) < 0.01)
  }

  @Test(arguments: PoleRow.all)
  func `energy at 0 V never increases`(row: PoleRow) {
    let actuator = row.preset.coilActuator
    let update = StateUpdate(actuator, frameSeconds: 1 / 48_000.0)
    func energy(_ z: [Double]) -> Double {
      0.5
        * (actuator.stiffness * z[0] * z[0] + actuator.movingMass * z[1] * z[1] + actuator.inductance * z[2]
          * z[2])
    }
    for start in [[1e-4, 0, 0], [0, 0.1, 0], [0, 0, 0.2], [1e-4, -0.1, 0.1], [-2e-4, 0.05, -0.3]] {
      var z = start
      var before = energy(z)
      for _ in 0..<2_000 {
        z = update.step(z, from: 0, to: 0)
        let now = energy(z)
        #expect(now <= before * (1 + 1e-12))
        before = now
      }
    }
  }

  @Test(arguments: ActuatorPreset.resonant)
  func `a released mass is exactly at rest after three times its T60`(preset: ActuatorPreset) {
    let actuator = preset.coilActuator
    var model = LinearActuator(actuator, sampleRate: 48_000)
    let volts = sines([actuator.resonanceHertz], volts: actuator.maximumVolts, seconds: 0.05)
    _ = model.respond(to: volts)
    #expect(!model.isAtRest)
    let rest = 3 * 6.908 * ActuatorOracle(actuator).timeConstant
    let tail = model.respond(to: Array(repeating: 0, count: Int(rest * 48_000)))
    #expect(model.isAtRest)
    #expect(tail.allSatisfy { !$0.isSubnormal })
    #expect(model.respond(to: [0, 0, 0, 0]) == [0, 0, 0, 0])
  }
}
