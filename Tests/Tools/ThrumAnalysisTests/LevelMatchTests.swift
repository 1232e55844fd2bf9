import Foundation
import Testing
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern

/// Matching two versions by what is heard of them.
@Suite struct LevelMatchTests {
  private static let sharpnesses = stride(from: 0.0, through: 1, by: 0.125).map { $0 }

  private func settings(_ monitor: MonitorMode) -> RenderSettings {
    var settings = RenderSettings()
    settings.monitor = monitor
    return settings
  }

  private func buzz(_ sharpness: Double, _ intensity: Double = 0.8) -> Pattern {
    Pattern(entries: [
      .event(
        Event(
          type: .hapticContinuous, time: 0, duration: 0.5,
          parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)]))
    ])
  }

  private func side(_ pattern: Pattern, _ settings: RenderSettings) throws -> LevelMatch.Side {
    LevelMatch.Side(OfflineRenderer([pattern], settings: settings), settings, Work<Never>.endless)
  }

  /// A-weighting, dB (IEC 61672-1).
  private func aWeight(_ hertz: Double) -> Double {
    let f = hertz * hertz
    let low = (f + 20.6 * 20.6) * ((f + 107.7 * 107.7) * (f + 737.9 * 737.9)).squareRoot()
    return 20 * log10(12_194 * 12_194 * f * f / (low * (f + 12_194 * 12_194))) + 2
  }

  /// Level of a buzz's lines from 0.2 to 0.4 s as an ear hears it, dB: A-weighted, on a laptop behind its high-pass.
  private func heard(_ sharpness: Double, _ settings: RenderSettings) -> Double {
    var samples: [Double] = []
    var renderer = OfflineRenderer([buzz(sharpness)], settings: settings)
    while renderer.renderNext({ for frame in 0..<$0.count / 2 { samples.append(Double($0[2 * frame])) } }) {}
    let hertz = 80 * pow(230.0 / 80, sharpness)
    let isLaptop = settings.monitor == .smallSpeaker
    let power = (1...6).reduce(0.0) { sum, number in
      let line = hertz * Double(number)
      // Whole periods.
      let frames = Int((0.2 * hertz).rounded(.down) / hertz * 48_000)
      var (re, im) = (0.0, 0.0)
      for frame in 0..<frames {
        let angle = 2 * .pi * line * Double(frame) / 48_000
        re += samples[9_600 + frame] * cos(angle)
        im += samples[9_600 + frame] * sin(angle)
      }
      let loudspeaker = isLaptop ? 10 * log10(1 + pow(300 / line, 4)) : 0
      let amplitude = 2 * (re * re + im * im).squareRoot() / Double(frames)
      return sum + pow(10, (20 * log10(amplitude) + aWeight(line) - loudspeaker) / 10)
    }
    return 10 * log10(power)
  }

  @Test(arguments: [MonitorMode.full, .felt, .smallSpeaker])
  func `matched versions sound equally loud at every sharpness`(_ monitor: MonitorMode) throws {
    let settings = settings(monitor)
    let reference = try side(buzz(0.5), settings)
    for sharpness in Self.sharpnesses {
      let match = LevelMatch(try side(buzz(sharpness), settings), reference)
      let difference = heard(sharpness, settings) + match.gains.one - heard(0.5, settings) - match.gains.other
      #expect(abs(difference) < 0.5, "sharpness \(sharpness)")
    }
  }

  @Test func `before matching, buzzes of equal intensity differ widely in loudness`() {
    let levels = Self.sharpnesses.map { heard($0, settings(.full)) }
    #expect((levels.max() ?? 0) - (levels.min() ?? 0) > 10)
  }

  @Test(arguments: [MonitorMode.shaker, .direct])
  func `monitors whose output is felt are matched by acceleration`(_ monitor: MonitorMode) throws {
    let settings = settings(monitor)
    let (weak, strong) = (try side(buzz(0.4, 0.35), settings), try side(buzz(0.4, 0.7), settings))
    // Intensity squared.
    let match = LevelMatch(weak, strong)
    #expect(abs(match.gains.one - match.gains.other - 12.04) < 0.5)
  }

  @Test func `the weaker version is raised as far as full scale permits`() {
    func gains(_ one: (Double?, Double), _ other: (Double?, Double)) -> [Double] {
      let match = LevelMatch(
        LevelMatch.Side(level: one.0, peak: one.1), LevelMatch.Side(level: other.0, peak: other.1))
      return [match.gains.one, match.gains.other]
    }
    #expect(gains((-30, -20), (-20, -10)) == [10, 0])
    #expect(gains((-20, -10), (-30, -20)) == [0, 10])
    #expect(gains((-30, -5), (-20, -10)) == [4, -6])
    #expect(gains((-30, 0), (-20, -10)) == [0, -10])
    #expect(gains((nil, -120), (-20, -10)) == [0, 0])
    #expect(gains((-20, -10), (-20, -3)) == [0, 0])
  }
}
