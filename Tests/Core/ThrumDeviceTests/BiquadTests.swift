import Foundation
import TestSupport
import Testing
import ThrumDevice

@Suite struct BiquadTests {
  /// Gain of a process for a sine after 0.6 s, dB.
  private func decibels(at hertz: Double, _ process: ([Double]) -> [Double]) -> Double {
    let sine = (0..<38_400).map { sin(2 * .pi * hertz * Double($0) / 48_000) }
    let output = Recording(samples: process(sine)).part(0.6, 0.8)
    return inDecibels(output.sine(hertz).amplitude)
  }

  private func twice(_ filter: Biquad, _ signal: [Double]) -> [Double] {
    var (first, second) = (filter, filter)
    return signal.map { second.next(first.next($0)) }
  }

  @Test(arguments: [
    (30.0, -0.034), (60, -0.527), (120, -6.0206), (240, -24.61), (480, -48.16), (1_200, -80.1),
  ])
  func `the subwoofer's low-pass is Linkwitz-Riley at 120 Hz`(hertz: Double, level: Double) {
    let filter = Biquad(.lowPass, hertz: 120, sampleRate: 48_000)
    #expect(abs(decibels(at: hertz) { twice(filter, $0) } - level) < 0.06)
  }

  @Test(arguments: [(75.0, -24.61), (150, -6.0206), (300, -0.527)])
  func `the small speaker's high-pass is Linkwitz-Riley at 150 Hz`(hertz: Double, level: Double) {
    let filter = Biquad(.highPass, hertz: 150, sampleRate: 48_000)
    #expect(abs(decibels(at: hertz) { twice(filter, $0) } - level) < 0.06)
  }
}
