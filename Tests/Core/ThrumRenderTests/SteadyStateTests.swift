import Foundation
import TestSupport
import Testing
import ThrumDevice

@testable import ThrumRender

@Suite struct SteadyStateTests {
  static let hertz = [40.0, 65, 80, 100, 120, 150, 175, 200, 230, 300, 500]

  /// Device gain in m/s² per volt, from the reference's table.
  static let table: [(ActuatorPreset, [Double])] = [
    (.phone125, [0.17251, 0.54407, 0.97100, 2.0248, 3.5884, 3.3926, 2.7055, 2.3284, 2.0790, 1.8177, 1.6240]),
    (.watch, [0.18870, 0.54595, 0.89770, 1.6310, 2.9154, 7.6308, 15.086, 11.198, 7.5559, 5.1062, 3.8964]),
    (.trackpad, [1.3647, 4.3046, 7.6124, 14.907, 22.209, 20.669, 17.621, 15.723, 14.364, 12.835, 11.574]),
    (
      .coin175,
      [0.016076, 0.046658, 0.076996, 0.14118, 0.25788, 0.78941, 4.3749, 1.2079, 0.68776, 0.44133, 0.33218]
    ),
    (
      .coin235,
      [
        0.0055940, 0.015530, 0.024569, 0.041433, 0.066062, 0.12857, 0.23194, 0.48233, 2.3110, 0.48097,
        0.24042,
      ]
    ),
    (.broad, [0.52389, 1.3393, 1.4766, 1.4146, 1.3361, 1.2604, 1.2230, 1.1986, 1.1790, 1.1539, 1.1294]),
  ]

  /// Last 0.2 s of 0.8 s of sines, a whole number of periods of every multiple of 5 Hz.
  private func settled(_ actuator: ResonantActuator, _ hertz: [Double], sampleRate: Double = 48_000)
    -> Recording
  {
    let seconds = 0.8
    return actuator.respond(
      to: sines(hertz, seconds: seconds, sampleRate: sampleRate), sampleRate: sampleRate
    ).part(seconds - 0.2, seconds)
  }

  @Test(arguments: table)
  func `gain and phase from 40 to 500 Hz match the transfer function`(
    preset: ActuatorPreset, gains: [Double]
  ) {
    let actuator = preset.coilActuator
    let recording = settled(actuator, Self.hertz)
    for (hertz, gain) in zip(Self.hertz, gains) {
      let h = actuator.transfer(atHertz: hertz)
      let (amplitude, phase) = recording.sine(hertz)
      #expect(abs(inDecibels(amplitude / h.magnitude)) < 0.005, "\(hertz) Hz")
      let error = remainder(phase - atan2(h.imaginary, h.real), 2 * .pi)
      #expect(abs(error) * 180 / .pi < 0.05, "\(hertz) Hz")
      #expect(abs(h.magnitude * actuator.deviceGain / gain - 1) < 1e-4, "\(hertz) Hz")
    }
  }

  @Test(arguments: [
    (ActuatorPreset.phone125, 102.588, 152.720), (.watch, 156.352, 196.185), (.trackpad, 93.744, 153.817),
    (.coin175, 169.270, 180.937), (.coin235, 227.310, 242.978), (.broad, 43.386, 97.760),
  ])
  func `velocity at the band's edges is 3 dB below its peak`(
    preset: ActuatorPreset, low: Double, high: Double
  ) {
    let actuator = preset.coilActuator
    func velocity(_ hertz: Double) -> Double { settled(actuator, [hertz]).sine(hertz).amplitude / hertz }
    // At the resonance velocity and force are in phase; the coil's inductance shifts the peak by less than 0.01 dB.
    let peak = velocity(actuator.resonanceHertz)
    #expect(abs(inDecibels(velocity(low) / peak) + 3.0103) < 0.02)
    #expect(abs(inDecibels(velocity(high) / peak) + 3.0103) < 0.02)
  }

  @Test(arguments: [
    (ActuatorPreset.phone125, 0.8814, 0.953), (.watch, 1.7404, 0.915), (.trackpad, 3.2028, 0.276),
    (.coin175, 1.2618, 0.853), (.coin235, 0.7300, 0.782), (.broad, 0.3863, 0.848),
  ])
  func `the rated drive at the resonance produces the acceleration and stroke in the table`(
    preset: ActuatorPreset, g: Double, stroke: Double
  ) {
    let actuator = preset.coilActuator
    var model = SteppedActuator(actuator, sampleRate: 48_000, isNonlinear: false)
    let drive = sines([actuator.resonanceHertz], volts: actuator.maximumVolts, seconds: 0.4)
    let (acceleration, displacement) = model.respond(to: drive)
    #expect(abs(acceleration.part(0.3, 0.4).peak / 9.80665 / g - 1) < 1e-3)
    #expect(abs(displacement.part(0.3, 0.4).peak / (actuator.stroke * 1000) - stroke) < 1e-3)
  }

  // RENDER-5
  @Test(arguments: ActuatorPreset.resonant, [44_100.0, 96_000])
  func `other sample rates produce the same levels`(preset: ActuatorPreset, sampleRate: Double) {
    let hertz = [40.0, 80, 125, 175, 230, 300, 400]
    let reference = settled(preset.coilActuator, hertz)
    let other = settled(preset.coilActuator, hertz, sampleRate: sampleRate)
    for f in hertz {
      #expect(abs(inDecibels(other.sine(f).amplitude / reference.sine(f).amplitude)) < 0.01, "\(f) Hz")
    }
  }
}
