import Foundation
import TestSupport
import Testing
import ThrumDevice

@testable import ThrumRender

@Suite struct DirectCurrentBlockerTests {
  /// Gain of a process for a sine after 0.6 s, dB.
  private func decibels(at hertz: Double, _ process: ([Double]) -> [Double]) -> Double {
    let output = Recording(samples: process(sines([hertz], seconds: 0.8))).part(0.6, 0.8)
    return inDecibels(output.sine(hertz).amplitude)
  }

  private func blocked(_ cutoff: Double, _ signal: [Double]) -> [Double] {
    var blocker = DirectCurrentBlocker(hertz: cutoff, sampleRate: 48_000)
    var output = signal
    blocker.render(signal, scale: 1, into: &output, frames: signal.count)
    return output
  }

  @Test(arguments: [(5.0, 5.0, -3.01), (5, 40, -0.067), (5, 80, -0.015), (20, 20, -3.01), (20, 40, -0.97)])
  func `the DC blocker is 3 dB down at its corner frequency`(cutoff: Double, hertz: Double, level: Double) {
    #expect(abs(decibels(at: hertz) { blocked(cutoff, $0) } - level) < 0.012)
  }

  @Test func `the DC blocker matches its formula and removes a constant offset`() {
    let signal = sines([37, 900], seconds: 0.1).map { $0 + 3 }
    let r = 1 - 2 * Double.pi * 5 / 48_000
    var x0 = 0.0
    var y0 = 0.0
    for (x, y) in zip(signal, blocked(5, signal)) {
      y0 = x - x0 + r * y0
      x0 = x
      #expect(abs(y - y0) < 1e-12)
    }
    let constant = blocked(5, Array(repeating: 1, count: 48_000))
    #expect(abs(constant[0] - 1) < 1e-12 && abs(constant[47_999]) < 1e-12)
  }
}
