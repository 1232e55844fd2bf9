import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumAnalysis
@testable import ThrumFeel

/// The law of what is felt, and its meter.
@Suite struct FeltTests {
  private func level(_ events: [Event], _ actuator: ActuatorPreset = .phone) -> Double? {
    var settings = RenderSettings()
    settings.actuator = actuator
    let pattern = Pattern(entries: events.map(PatternEntry.event))
    return RenderedLevels([pattern], settings: settings, seconds: 1).touchLevelDecibels
  }

  private func event(
    _ type: EventType, _ time: Double, _ duration: Double?, intensity: Double = 1, sharpness: Double
  ) -> Event {
    Event(
      type: type, time: time, duration: duration,
      parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)])
  }

  @Test(arguments: [(5.0, 0.095), (8, 0.095), (20, 0.15), (40, 0.065), (80, 0.028), (160, 0.021), (315, 0.061)])
  func `the threshold is that of a gripping hand, in metres per second squared`(hertz: Double, acceleration: Double) {
    let decibels = 20 * log10(acceleration * 2.0.squareRoot() / 9.80665)
    #expect(abs(FeltStrength.threshold(atHertz: hertz) - decibels) < 1e-6)
  }

  @Test func `vibrations well above the threshold feel equally strong at equal velocity`() {
    let levels = stride(from: 80.0, through: 320, by: 20).map { hertz in
      FeltStrength.level(of: 20 * log10(hertz / 160), atHertz: hertz)
    }
    #expect((levels.max() ?? 0) - (levels.min() ?? 0) < 0.01, "\(levels)")
  }

  @Test(arguments: [20.0, 40, 63, 80, 125, 160, 230, 400])
  func `a vibration at the threshold is at 0 dB, and a stronger one always feels stronger`(hertz: Double) {
    let threshold = FeltStrength.threshold(atHertz: hertz)
    #expect(abs(FeltStrength.level(of: threshold, atHertz: hertz)) < 1e-9)
    let levels = stride(from: -10.0, through: 40, by: 0.25).map {
      FeltStrength.level(of: threshold + $0, atHertz: hertz)
    }
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `two channels add up to the stronger one plus half the weaker one`() {
    func strongest(_ sines: [(hertz: Double, level: Double)]) -> Double {
      var meter = FeltMeter(sampleRate: 8_000)
      for frame in 0..<8_000 {
        let time = Double(frame) / 8_000
        meter.add(
          sines.reduce(0) { sum, sine in
            let amplitude = pow(10, (FeltStrength.threshold(atHertz: sine.hertz) + sine.level) / 20)
            return sum + amplitude * sin(2 * .pi * sine.hertz * time)
          })
      }
      meter.finish()
      return meter.strongestDecibels ?? -.infinity
    }
    // Near the threshold, where frequency does not matter yet.
    let (low, high) = (strongest([(30, 1)]), strongest([(160, 1)]))
    #expect(abs(high - 1) < 0.2, "\(low) \(high)")
    let (strong, weak) = (pow(10, max(low, high) / 20), pow(10, min(low, high) / 20))
    #expect(abs(strongest([(30, 1), (160, 1)]) - 20 * log10(strong + weak / 2)) < 0.3)
  }

  @Test func `a buzz of 530 ms feels as strong as a longer one, and a buzz of 40 ms feels weaker`() throws {
    let long = try #require(level([event(.hapticContinuous, 0, 0.8, sharpness: 0.5)]))
    let whole = try #require(level([event(.hapticContinuous, 0.2, 0.53, sharpness: 0.5)]))
    let short = try #require(level([event(.hapticContinuous, 0.2, 0.04, sharpness: 0.5)]))
    #expect(abs(long - whole) < 0.3)
    // 10·log10(1 − e^(−40/200)) is −7.4 dB.
    #expect((5.5..<8.5).contains(long - short), "\(long - short)")
  }

  @Test func `every event in our own patterns is strong enough to be felt`() throws {
    let files = try FileManager.default.contentsOfDirectory(at: PackageFolder.patterns, includingPropertiesForKeys: nil)
    for file in files where file.pathExtension == "ahap" {
      let document = AHAP.read(Array(try Data(contentsOf: file)), name: file.lastPathComponent)
      let weak = Linter.whole.lint(document).filter { $0.code == .notFelt }
      #expect(weak.isEmpty, "\(file.lastPathComponent): \(weak)")
    }
  }

  @Test(arguments: [0.4226, 0.5, 0.75, 1]) func `the felt strength of a steady buzz follows from its acceleration`(
    sharpness: Double
  ) throws {
    let read = try #require(level([event(.hapticContinuous, 0, 0.8, sharpness: sharpness)]))
    let hertz = 80 * pow(230.0 / 80, sharpness)
    #expect(abs(read - FeltStrength.level(of: 20 * log10(0.35), atHertz: hertz)) < 0.3)
  }

  @Test func `well above the threshold, an intensity of 0.9 feels 1.8 dB weaker than full intensity`() throws {
    let loud = try #require(level([event(.hapticContinuous, 0, 0.8, sharpness: 0.5)]))
    let soft = try #require(level([event(.hapticContinuous, 0, 0.8, intensity: 0.9, sharpness: 0.5)]))
    #expect(abs(loud - soft - 1.83) < 0.05)
  }

  @Test func `taps at every sharpness have similar levels, below the level of a buzz`() throws {
    let taps = try [0, 0.25, 0.5, 0.75, 1].map {
      try #require(level([event(.hapticTransient, 0.3, nil, sharpness: $0)]))
    }
    #expect((taps.max() ?? 0) - (taps.min() ?? 0) < 1.5)
    #expect(try #require(taps.max()) < (try #require(level([event(.hapticContinuous, 0, 0.8, sharpness: 0.5)]))) - 5)
  }

  @Test(arguments: [(true, 12.04), (false, 6.02)])
  func `levels follow the intensity law`(squares: Bool, decibels: Double) {
    var settings = RenderSettings()
    settings.squaresIntensity = squares
    var judge = FeelJudge(FeelMotor.Variant(settings: settings))
    // At 160 Hz, where the threshold's shape and velocity meet.
    for isTap in [true, false] {
      let (loud, soft) = (
        judge.level(isTap: isTap, sharpness: 0.656, seconds: 0.5, intensity: 1),
        judge.level(isTap: isTap, sharpness: 0.656, seconds: 0.5, intensity: 0.5)
      )
      #expect(abs(loud - soft - decibels) < 0.5)
    }
  }

  @Test func `the linter reports events that are too weak to be felt, and those of intensity 0`() {
    let weak = event(.hapticContinuous, 0, 1, intensity: 0.05, sharpness: 0.5)
    let placeholder = event(.hapticTransient, 3, nil, intensity: 0, sharpness: 0.5)
    let loud = event(.hapticContinuous, 2, 1, intensity: 0.3, sharpness: 0.5)
    let later = event(.hapticContinuous, 6, 1, intensity: 0.05, sharpness: 0.5)
    let text = AHAP.write(Pattern(entries: [.event(loud), .event(weak), .event(later), .event(placeholder)]))
    let found = Linter.whole.lint(AHAP.read(text, name: "x.ahap")).filter { $0.code == .notFelt }
    #expect(found.map(\.path) == ["Pattern[1].Event"])
    #expect(found.first?.message.contains("3 events are too weak to be felt") == true)
    #expect(Linter.whole.lint(AHAP.read(AHAP.write(Pattern(entries: [.event(loud)])), name: "x.ahap")).isEmpty)
  }

  @Test func `a pattern without perceptible events has no level`() {
    #expect(level([]) == nil)
    #expect(level([event(.hapticTransient, 0, nil, intensity: 0, sharpness: 0.5)]) == nil)
  }
}
