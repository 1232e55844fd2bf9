import Foundation
import TestSupport
import Testing
import ThrumDevice

@testable import ThrumRender

@Suite struct LinearityTests {
  @Test(arguments: ActuatorPreset.resonant)
  func `doubling the voltage doubles the acceleration, and responses add up`(preset: ActuatorPreset) {
    let actuator = preset.coilActuator
    let a = sines([80], volts: 1.5, seconds: 0.05)
    let b = sines([230], volts: 0.7, seconds: 0.05)
    let ofA = actuator.respond(to: a)
    let ofB = actuator.respond(to: b)
    let ofTwice = actuator.respond(to: a.map { 2 * $0 })
    #expect(ofTwice.samples == ofA.samples.map { 2 * $0 })
    let ofSum = actuator.respond(to: zip(a, b).map(+))
    let sum = Recording(samples: zip(ofA.samples, ofB.samples).map(+))
    #expect(ofSum.difference(from: sum) < 1e-12 * ofSum.peak)
  }

  @Test(arguments: ActuatorPreset.resonant)
  func `without a stiffening spring or end stops, the stepped model matches the linear one`(preset: ActuatorPreset) {
    let actuator = preset.coilActuator
    let volts = sines([60, 170], volts: actuator.maximumVolts, seconds: 0.1)
    var stepped = SteppedActuator(actuator, sampleRate: 48_000, isNonlinear: false)
    var linear = LinearActuator(actuator, sampleRate: 48_000)
    let a = stepped.respond(to: volts).acceleration
    let other = Recording(samples: linear.respond(to: volts))
    #expect(a.difference(from: other) < 1e-12 * a.peak)
  }

  @Test(arguments: ActuatorPreset.resonant)
  func `blocks of any size produce the same samples, and a reset model behaves like a new one`(preset: ActuatorPreset) {
    let actuator = preset.coilActuator
    let volts = sines([80, 150], seconds: 0.04)
    var model = LinearActuator(actuator, sampleRate: 48_000)
    let whole = model.respond(to: volts, block: 1_920)
    model.reset()
    #expect(model.isAtRest)
    #expect(model.respond(to: volts, block: 4) == whole)
    model.reset()
    #expect(model.respond(to: volts, block: 64) == whole)
    var stepped = SteppedActuator(actuator, sampleRate: 48_000, isNonlinear: true)
    let all = stepped.respond(to: volts).displacement.samples
    stepped.reset()
    var pieces: [Double] = []
    for start in stride(from: 0, to: volts.count, by: 7) {
      pieces += stepped.respond(to: Array(volts[start..<min(start + 7, volts.count)])).displacement.samples
    }
    #expect(pieces == all)
  }

  @Test(arguments: ActuatorPreset.resonant)
  func `at three times the rated drive, spring and stops hold the mass within 1.35 times its stroke`(
    preset: ActuatorPreset
  ) {
    let actuator = preset.coilActuator
    for hertz in [40, 80, actuator.resonanceHertz] {
      var model = SteppedActuator(actuator, sampleRate: 48_000, isNonlinear: true)
      let volts = sines([hertz], volts: 3 * actuator.maximumVolts, seconds: 0.15)
      let (acceleration, displacement) = model.respond(to: volts)
      #expect(acceleration.samples.allSatisfy { $0.isFinite })
      #expect(displacement.peak <= 1350 * actuator.stroke, "\(hertz) Hz")
    }
  }

  @Test func `without the stops, the mass travels more than 2.5 times its stroke`() {
    let actuator = ActuatorPreset.phone125.coilActuator
    var linear = SteppedActuator(actuator, sampleRate: 48_000, isNonlinear: false)
    let volts = sines([125], volts: 3 * actuator.maximumVolts, seconds: 0.1)
    #expect(linear.respond(to: volts).displacement.peak > 2500 * actuator.stroke)
  }

  @Test func `with a hardening spring, the resonance rises with the stroke`() {
    let actuator = ActuatorPreset.coin175.coilActuator
    var model = SteppedActuator(actuator, sampleRate: 48_000, isNonlinear: true)
    // Driven at 95 % of the stroke and released; the first free periods are faster than the last.
    let volts =
      sines([183], volts: 1.2 * actuator.maximumVolts, seconds: 0.25) + Array(repeating: 0, count: 12_000)
    let swing = model.respond(to: volts).displacement
    let early = swing.part(0.255, 0.272).hertz
    let late = swing.part(0.4, 0.45).hertz
    #expect(abs(late - 174.91) < 0.3)
    #expect(early > late + 3 && early < late * 1.12)
  }
}
