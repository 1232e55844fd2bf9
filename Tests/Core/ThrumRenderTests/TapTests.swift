import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumPattern

@testable import ThrumRender

/// A tap of full intensity at every sharpness.
@Suite struct TapTests {
  private static let sharpnesses = [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1]

  private static let presets = ActuatorPreset.all.filter { if case .resonant = $0.model { true } else { false } }

  private static func accelerations(_ sharpness: Double, _ settings: RenderSettings) -> Recording {
    rendered([tap(0, 1, sharpness)], .acceleration, settings)[0]
  }

  /// Energy above the threshold of touch, dB, from an independent spectrum of every sixth frame: a tap has nothing
  /// above 4 kHz.
  private static func energy(_ recording: Recording) -> Double {
    var sum = 0.0
    let samples = stride(from: 0, to: recording.samples.count, by: 6).map { recording.samples[$0] }
    for hertz in stride(from: 20.0, to: 400, by: 4) {
      let step = 2 * Double.pi * hertz * 6 / recording.sampleRate
      var (real, imaginary) = (0.0, 0.0)
      for (index, sample) in samples.enumerated() {
        real += sample * cos(step * Double(index))
        imaginary += sample * sin(step * Double(index))
      }
      let weight = pow(10, -AndroidTouchThreshold.decibels(atHertz: hertz) / 10)
      sum += (real * real + imaginary * imaginary) * weight
    }
    return 10 * log10(sum)
  }

  // RENDER-3
  @Test(arguments: sharpnesses)
  func `a transient consists of one cycle at its frequency, then two half-cycles that brake the mass`(
    sharpness: Double
  ) {
    let free = settings { $0.brakesTransients = false }
    let cycle = drive([tap(0, 1, sharpness)], free)
    let hertz = 80 * pow(230.0 / 80, sharpness)
    #expect(abs(Double((cycle.lastFrame() ?? 0) + 1) / 48_000 - 1 / hertz) < 3e-5)
    #expect(abs(cycle.part(0, 1 / hertz).sine(hertz).amplitude / cycle.peak - 1) < 2e-3)
    let end = 1 / hertz + 1 / max(hertz, 125)
    let braked = drive([tap(0, 1, sharpness)])
    #expect(abs(Double((braked.lastFrame() ?? 0) + 1) / 48_000 - end) < 2e-3)
    #expect(braked.peak <= 2.2628)
    // The acceleration left after the brake is weaker than without one, and soon gone.
    let (stopped, letGo) = (
      rendered([tap(0, 1, sharpness)], .acceleration)[0], rendered([tap(0, 1, sharpness)], .acceleration, free)[0]
    )
    #expect(stopped.part(end, end + 0.02).rms / stopped.peak < letGo.part(end, end + 0.02).rms / letGo.peak + 0.005)
    #expect(stopped.part(end + 0.001, end + 0.02).peak < 0.16 * stopped.peak)
  }

  // RENDER-3
  @Test(arguments: presets)
  func `taps of equal intensity have the same energy above the touch threshold at every sharpness`(
    _ preset: ActuatorPreset
  ) {
    var settings = RenderSettings()
    settings.actuator = preset
    let energies = Self.sharpnesses.map { Self.energy(Self.accelerations($0, settings)) }
    #expect((energies.max() ?? 0) - (energies.min() ?? 0) < 1.5, "\(preset.name)")
  }

  @Test func `the phone's tap decays to a tenth within 20 ms at sharpness 0 and 10 ms at sharpness 1`() {
    for (sharpness, limit) in [(0.0, 0.020), (1, 0.010)] {
      let felt = Self.accelerations(sharpness, RenderSettings())
      #expect(Double(felt.lastFrame(above: 0.1 * felt.peak) ?? 0) / 48_000 < limit)
    }
  }
}
