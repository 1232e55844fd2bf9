import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

@Suite struct DriveTableTests {
  @Test(arguments: [
    (0, 80, 2.263, 0.224, 0.591), (0.1, 88.9, 2.263, 0.312, 0.667), (0.25, 104.2, 1.467, 0.350, 0.545),
    (0.4226, 125, 0.899, 0.350, 0.378), (0.5, 135.7, 0.892, 0.350, 0.321), (0.75, 176.6, 1.284, 0.350, 0.190),
    (1, 230, 1.651, 0.350, 0.112),
  ])
  func `a continuous event's drive, acceleration and displacement match the table`(
    sharpness: Double, hertz: Double, volts: Double, g: Double, millimetres: Double
  ) {
    let entries = [buzz(0, 0.3, 1, sharpness)]
    let drive = drive(entries).part(0.15, 0.29)
    #expect(abs(drive.hertz - hertz) < 0.06)
    #expect(abs(drive.sine(drive.hertz).amplitude / volts - 1) < 2e-3)
    let felt = rendered(entries, .acceleration)[0].part(0.15, 0.29)
    #expect(abs(felt.sine(drive.hertz).amplitude / g - 1) < 3e-3)
    let moved = rendered(entries, .displacement)[0].part(0.15, 0.29)
    #expect(abs(moved.sine(drive.hertz).amplitude / millimetres - 1) < 3e-3)
  }

  @Test func `raw mode uses the rated drive at every sharpness`() {
    for sharpness in [0, 0.5, 1] {
      let recording = drive([buzz(0, 0.2, 1, sharpness)], settings { $0.isRaw = true }).part(0.1, 0.19)
      #expect(abs(recording.sine(recording.hertz).amplitude - 2.2627) < 1e-3)
    }
  }

  // RENDER-2
  @Test func `halving the intensity quarters the drive, or halves it if squaring is off`() {
    let full = drive([buzz(0, 0.2, 1)]).part(0.1, 0.19).peak
    #expect(abs(drive([buzz(0, 0.2, 0.5)]).part(0.1, 0.19).peak / full - 0.25) < 1e-6)
    let linear = settings { $0.squaresIntensity = false }
    #expect(abs(drive([buzz(0, 0.2, 0.5)], linear).part(0.1, 0.19).peak / full - 0.5) < 1e-6)
  }

  @Test func `a transient's intensity is squared, and its sharpness sets its frequency`() {
    let loud = drive([tap(0, 1, 0.3)])
    let soft = drive([tap(0, 0.5, 0.3)])
    #expect(abs(soft.peak / loud.peak - 0.25) < 1e-6)
    for sharpness in [0, 0.2, 0.55, 1] {
      let hertz = 80 * pow(230.0 / 80, sharpness)
      let middle = drive([tap(0, 1, sharpness)]).crossings(rising: false).first ?? 0
      #expect(abs(middle * 2 * hertz - 1) < 2e-3)
    }
  }

  @Test(arguments: [
    (ActuatorPreset.phone125, 0.8181, 0.526, 0.031), (.watch, 1.1895, 0.696, 0.015),
    (.trackpad, 0.6638, 0.444, 0.038), (.coin175, 1.7116, 0.899, 0.002), (.coin235, 1.7116, 0.899, 0.002),
    (.broad, 0.3430, 0.236, 0.049),
  ])
  func `after one reversed half-cycle, the residual displacement matches the table`(
    preset: ActuatorPreset, brake: Double, none: Double, left: Double
  ) {
    let actuator = preset.coilActuator
    let rho = exp(-Double.pi / 2 / actuator.quality)
    #expect(abs(rho * (1 - rho * rho) / (1 - rho) - brake) < 1e-4)
    func residual(_ amplitude: Double) -> Double {
      let half = 24_000 / actuator.resonanceHertz
      let volts = (0..<9_600).map { frame in
        let turns = Double(frame) / (2 * half)
        let share = Double(frame) < 2 * half ? 1 : (Double(frame) < 3 * half ? -amplitude : 0)
        return share * sin(2 * .pi * turns)
      }
      var model = SteppedActuator(actuator, sampleRate: 48_000, isNonlinear: false)
      let x = model.respond(to: volts).displacement
      let end = Int(3 * half) + 1
      return Recording(samples: Array(x.samples[end...])).peak / x.peak
    }
    #expect(abs(residual(0) - none) < 0.01)
    #expect(abs(residual(brake) - left) < 0.01)
    if preset == .phone125 { #expect(residual(brake) <= 0.04) }
  }
}
