import Foundation
import Testing
import ThrumDevice

@testable import ThrumRender

@Suite struct SwitchedSineTests {
  private func largestError(_ actuator: ResonantActuator, _ hertz: Double, seconds: Double) -> Double {
    let oracle = ActuatorOracle(actuator)
    let response = actuator.respond(to: sines([hertz], seconds: seconds))
    let scale = actuator.transfer(atHertz: actuator.resonanceHertz).magnitude
    return response.samples.enumerated().reduce(0) {
      max($0, abs($1.element - oracle.response(toHertz: hertz, at: Double($1.offset) / 48_000)) / scale)
    }
  }

  @Test(arguments: ActuatorPreset.resonant)
  func `every sample of a switched sine matches the closed form`(preset: ActuatorPreset) {
    let actuator = preset.coilActuator
    for hertz in [80, actuator.resonanceHertz, 230] {
      #expect(largestError(actuator, hertz, seconds: 0.1) < 2e-4, "\(hertz) Hz")
    }
    #expect(largestError(actuator, 500, seconds: 0.03) < 1e-3)
  }

  @Test(arguments: [
    (ActuatorPreset.phone125, [55.6070, 33.4208, -109.9187, 3.5459, -248.4032, 0.7451]),
    (.watch, [80.8288, -37.1664, 172.4832, -10.3512, -538.2291, -2.0921]),
    (.trackpad, [5.5373, 3.8942, -11.6897, 6.4523, -17.1686, 22.1949]),
    (.coin175, [16.2193, -6.0200, 36.1263, -7.8899, -189.2696, -2.7565]),
    (.coin235, [16.8139, -40.1831, 56.9282, -99.3482, -96.7164, -4.3864]),
    (.broad, [20.0872, 28.5765, -10.5283, -36.3193, -22.7583, 0.3982]),
  ])
  func `a sine at the resonance matches the golden values`(preset: ActuatorPreset, golden: [Double]) {
    let actuator = preset.coilActuator
    let response = actuator.respond(to: sines([actuator.resonanceHertz], seconds: 0.06))
    let scale = actuator.transfer(atHertz: actuator.resonanceHertz).magnitude
    for (milliseconds, value) in zip([1, 2, 5, 10, 20, 50], golden) {
      #expect(abs(response.samples[milliseconds * 48] - value) < 1e-3 * scale, "\(milliseconds) ms")
    }
  }

  @Test(arguments: [
    (ActuatorPreset.phone125, 4.43, 14.77), (.watch, 5.56, 18.47), (.trackpad, 3.75, 12.42),
    (.coin175, 18.92, 62.85), (.coin235, 14.10, 46.80), (.broad, 4.16, 14.05),
  ])
  func `the envelope reaches half and nine tenths of its final level at the times in the table`(
    preset: ActuatorPreset, half: Double, ninety: Double
  ) {
    let actuator = preset.coilActuator
    let hertz = actuator.resonanceHertz
    let steady = actuator.transfer(atHertz: hertz).magnitude
    let oracle = ActuatorOracle(actuator)
    func seconds(to share: Double) -> Double {
      (0..<48_000).lazy.map { Double($0) / 480_000 }.first {
        oracle.envelope(ofHertz: hertz, at: $0) >= share * steady
      } ?? 1
    }
    #expect(abs(seconds(to: 0.5) * 1000 / half - 1) < 0.003)
    #expect(abs(seconds(to: 0.9) * 1000 / ninety - 1) < 0.003)
    // The samples' own envelope, from a sine and a cosine: within 2 % of the time, or half a period at low Q.
    let cosine = (0..<9_600).map { $0 == 0 ? 0 : cos(2 * .pi * hertz * Double($0) / 48_000) }
    let pair = zip(
      actuator.respond(to: sines([hertz], seconds: 0.2)).samples, actuator.respond(to: cosine).samples)
    let envelope = pair.map { ($0 * $0 + $1 * $1).squareRoot() }
    for (share, expected) in [(0.5, half), (0.9, ninety)] {
      let frame = envelope.lastIndex { $0 < share * steady } ?? 0
      let measured = Double(frame) / 48
      let tolerance = actuator.quality >= 14 ? 0.02 * expected : 500 / hertz
      #expect(abs(measured - expected) < tolerance, "\(share): \(measured) ms")
    }
  }
}
