import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumPattern

@testable import ThrumRender

/// Loudness of the monitor relative to the felt level.
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

  /// Heard level minus felt level of a steady buzz, dB.
  private func heardLessFelt(_ sharpness: Double, _ monitor: MonitorMode) -> Double {
    var settings = RenderSettings()
    settings.monitor = monitor
    let hertz = 80 * pow(230.0 / 80, sharpness)
    let felt = rendered([buzz(0, 0.4, 1, sharpness)], .acceleration, settings)[0].part(0.2, 0.39).sine(hertz).amplitude
    let heard = rendered([buzz(0, 0.4, 1, sharpness)], .monitor, settings)[0].part(0.2, 0.39).sine(hertz).amplitude
    return inDecibels(heard) + aWeight(hertz) - (inDecibels(felt) - strong(hertz))
  }

  /// The acceleration that feels 20 dB above the threshold, dB re 1 g: equal velocities.
  private func strong(_ hertz: Double) -> Double { FeltStrength.velocity(atHertz: hertz) + 20 }

  /// The difference between the loudest and the quietest from a sharpness on, dB.
  private func spread(_ levels: [Double], from sharpness: Double) -> Double {
    let part = zip(Self.sharpnesses, levels).filter { $0.0 >= sharpness - 1e-9 }.map(\.1)
    return (part.max() ?? 0) - (part.min() ?? 0)
  }

  @Test func `in felt mode, equally strong buzzes are equally loud`() {
    let levels = Self.sharpnesses.map { heardLessFelt($0, .felt) }
    #expect(spread(levels, from: 0.4) < 1.5 && spread(levels, from: 0) < 3, "\(levels)")
    #expect(spread(Self.sharpnesses.map { heardLessFelt($0, .full) }, from: 0) > 10)
  }

  @Test func `a buzz of default sharpness is equally loud in felt mode and full mode`() {
    #expect(abs(heardLessFelt(0.422601, .felt) - heardLessFelt(0.422601, .full)) < 0.1)
  }

  /// A-weighted level of a buzz's harmonics on a laptop loudspeaker (second-order high-pass at 300 Hz), dB.
  private func heardOnLaptop(_ buzz: Recording, _ hertz: Double) -> Double {
    let power = (1...8).reduce(0.0) { sum, number in
      let line = hertz * Double(number)
      let level = buzz.level(line) + aWeight(line) - 10 * log10(1 + pow(300 / line, 4))
      return sum + pow(10, level / 10)
    }
    return 10 * log10(power)
  }

  @Test(arguments: [ActuatorPreset.phone, .phone125, .watch, .broad])
  func `on a small loudspeaker, equally strong buzzes are equally loud`(actuator: ActuatorPreset) {
    let levels = Self.sharpnesses.map { sharpness in
      heardLessFelt(buzz(0, 0.4, 1, sharpness), hertz: 80 * pow(230.0 / 80, sharpness), actuator, steady: (0.2, 0.39))
    }
    #expect(spread(levels, from: 0.4) < 1.5 && spread(levels, from: 0) < 3, "\(levels)")
  }

  @Test func `an eccentric motor's loudness on a small loudspeaker follows its felt level at every speed`() {
    let levels = [0.5, 0.6, 0.8, 1].map { intensity in
      heardLessFelt(
        buzz(0, 1.5, intensity, 0.5), hertz: 200 * intensity * intensity, .eccentric, steady: (1, 1.4))
    }
    #expect((levels.max() ?? 0) - (levels.min() ?? 0) < 3, "\(levels)")
  }

  /// Heard level on a laptop minus felt level of a steady buzz, dB.
  private func heardLessFelt(
    _ buzz: PatternEntry, hertz: Double, _ actuator: ActuatorPreset, steady: (Double, Double)
  ) -> Double {
    var settings = RenderSettings()
    settings.actuator = actuator
    let felt = rendered([buzz], .acceleration, settings)[0].part(steady.0, steady.1).sine(hertz).amplitude
    settings.monitor = .smallSpeaker
    let heard = rendered([buzz], .monitor, settings)[0].part(steady.0, steady.1)
    return heardOnLaptop(heard, hertz) - (inDecibels(felt) - strong(hertz))
  }

  @Test func `two buzzes on a small loudspeaker do not intermodulate`() {
    var settings = RenderSettings()
    settings.monitor = .smallSpeaker
    let both = rendered([buzz(0, 1, 0.7, 0), buzz(0, 1, 0.7, 1)], .monitor, settings)[0].part(0.4, 0.9)
    let (low, high) = (80.0, 230.0)
    let wanted = (1...5).flatMap { [low * Double($0), high * Double($0)] }
    let loudest = wanted.map { both.level($0) }.max() ?? 0
    for n in 1...4 {
      for m in 1...4 {
        for line in [high * Double(n) + low * Double(m), abs(high * Double(n) - low * Double(m))]
        where line > 20 && wanted.allSatisfy({ abs($0 - line) > 9 }) {
          #expect(both.level(line) < loudest - 60, "\(line) Hz")
        }
      }
    }
  }

  @Test func `taps at every sharpness are equally loud on a small loudspeaker`() {
    var settings = RenderSettings()
    settings.monitor = .smallSpeaker
    let levels = Self.sharpnesses.map { sharpness in
      let tap = rendered([tap(0, 1, sharpness)], .monitor, settings)[0]
      let energy = stride(from: 100.0, to: 3_000, by: 10).reduce(0.0) { sum, hertz in
        sum
          + pow(
            10,
            (inDecibels(tap.part(0, 0.1).sine(hertz).amplitude) + aWeight(hertz) - 10 * log10(1 + pow(300 / hertz, 4)))
              / 10)
      }
      return 10 * log10(energy)
    }
    #expect((levels.max() ?? 0) - (levels.min() ?? 0) < 3, "\(levels)")
  }

  @Test(arguments: [(80.0, -31.77), (90, -31.84), (200, -30.86), (5, -48.9), (1_000, -19.81), (400, -19.81)])
  func `the touch threshold matches its table and is linear between the entries`(hertz: Double, decibels: Double) {
    #expect(abs(AndroidTouchThreshold.decibels(atHertz: hertz) - decibels) < 0.01)
  }
}
