import Foundation
import TestSupport
import ThrumDevice
import ThrumEngine
import Testing

@testable import ThrumRender

/// How loud what is felt is heard.
@Suite struct LoudnessTests {
  private static let sharpnesses = stride(from: 0.0, through: 1, by: 0.1).map { $0 }

  /// A-weighting, dB (IEC 61672-1).
  private func aWeight(_ hertz: Double) -> Double {
    let f = hertz * hertz
    let a =
      12_194 * 12_194 * f * f
      / ((f + 20.6 * 20.6) * ((f + 107.7 * 107.7) * (f + 737.9 * 737.9)).squareRoot() * (f + 12_194 * 12_194))
    return 20 * log10(a) + 2
  }

  /// Heard level less felt level of a steady buzz, dB.
  private func heardLessFelt(_ sharpness: Double, _ monitor: MonitorMode) -> Double {
    var settings = RenderSettings()
    settings.monitor = monitor
    let hertz = 80 * pow(230.0 / 80, sharpness)
    let felt = rendered([buzz(0, 0.4, 1, sharpness)], .acceleration, settings)[0].part(0.2, 0.39).sine(hertz).amplitude
    let heard = rendered([buzz(0, 0.4, 1, sharpness)], .monitor, settings)[0].part(0.2, 0.39).sine(hertz).amplitude
    return inDecibels(heard) + aWeight(hertz) - (inDecibels(felt) - TouchThreshold.decibels(atHertz: hertz))
  }

  @Test func `in felt what feels equally strong is equally loud`() {
    let levels = Self.sharpnesses.map { heardLessFelt($0, .felt) }
    #expect((levels.max() ?? 0) - (levels.min() ?? 0) < 3)
    let plain = Self.sharpnesses.map { heardLessFelt($0, .full) }
    #expect((plain.max() ?? 0) - (plain.min() ?? 0) > 10)
  }

  @Test func `the default sharpness is as loud in felt as in full`() {
    #expect(abs(heardLessFelt(0.422601, .felt) - heardLessFelt(0.422601, .full)) < 0.1)
  }

  @Test(arguments: [(80.0, -31.77), (90, -31.84), (200, -30.86), (5, -48.9), (1_000, -19.81), (400, -19.81)])
  func `the threshold of touch is the table's, and straight in between`(hertz: Double, decibels: Double) {
    #expect(abs(TouchThreshold.decibels(atHertz: hertz) - decibels) < 0.01)
  }
}
