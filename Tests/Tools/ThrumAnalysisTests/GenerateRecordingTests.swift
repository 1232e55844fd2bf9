import Foundation
import SoundTestSupport
import TestSupport
import Testing
import ThrumAnalysis
import ThrumPattern

/// Patterns from sounds as sensors and recorders deliver them.
@Suite struct GenerateRecordingTests {
  // MARK: Start

  @Test(arguments: [60.0, 90, 130, 170, 220, 300, 400], [3.0, 6, 10, 15, 30])
  func `a hit at the very start is found as after silence`(hertz: Double, decay: Double) {
    for phase in [0.0, 0.1, 0.25] {
      for lead in [0.0, 0.005, 0.01, 0.05] {
        let sound = SyntheticSound.bursts(hertz: hertz, decay: decay, lead: lead, phase: phase)
        let taps = sound.pattern().taps
        #expect(taps.count == 2, "\(lead) s, phase \(phase): \(taps.map(\.time))")
        for (tap, onset) in zip(taps, sound.onsets) {
          #expect(abs(tap.time - onset) < 0.006, "\(lead) s, phase \(phase)")
        }
        let levels = taps.map { $0.value(of: .hapticIntensity) }
        #expect(levels.allSatisfy { $0 > 0.85 }, "\(lead) s, phase \(phase): \(levels)")
      }
    }
  }

  @Test(arguments: [0.05, 0.15, 0.3]) func `a background that is there from the start is no onset`(level: Double) {
    let sound = SyntheticSound.heartbeat().changed { $1 + level * 0.3 * sin(2 * .pi * 700 * $0) }
    let first = sound.pattern().taps.first?.time ?? 0
    #expect(abs(first - 0.3) < 0.01, "\(first)")
  }

  // MARK: Constants, drift and hum

  /// Whether the taps are those of the heartbeat, and the continuous events last about as long.
  private func expectBeats(
    _ sound: SyntheticSound, seconds: ClosedRange<Double> = 1.8...2.5, _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let pattern = sound.pattern()
    let taps = pattern.taps
    #expect(taps.count == 14, "\(what): \(taps.map(\.time))", sourceLocation: sourceLocation)
    for (tap, onset) in zip(taps, sound.onsets) {
      #expect(abs(tap.time - onset) < 0.005, "\(what)", sourceLocation: sourceLocation)
    }
    let strong = zip(taps, taps.indices).filter { $1 % 2 == 0 }.map { $0.0.value(of: .hapticIntensity) }
    #expect(strong.allSatisfy { $0 > 0.95 }, "\(what): \(strong)", sourceLocation: sourceLocation)
    let held = pattern.events.reduce(0) { $0 + ($1.duration ?? 0) }
    #expect(seconds.contains(held), "\(what): \(held) s", sourceLocation: sourceLocation)
  }

  @Test(arguments: [0.005, 0.01, 0.1, 0.5, -0.3]) func `a constant changes nothing`(constant: Double) {
    let sound = SyntheticSound.heartbeat().changed { $1 + constant }
    expectBeats(sound, "constant")
    #expect(abs(sound.features.removed.constant - constant) < 1e-4)
    expectBeats(.heartbeat(level: 0.04).changed { $1 + constant }, "weak beats on a constant")
  }

  @Test(arguments: [0.3, 1.0, 2, 5], [0.03, 0.1, 0.2]) func `slow drift changes nothing`(hertz: Double, level: Double) {
    for turns in [0.0, 0.25, 0.6] {
      let sound = SyntheticSound.heartbeat().changed { $1 + level * sin(2 * .pi * (hertz * $0 + turns)) }
      expectBeats(sound, "drift from \(turns) turns")
    }
  }

  @Test(arguments: [7, 8, 9, 12]) func `coarse steps of the samples change nothing`(bits: Int) {
    let steps = pow(2, Double(bits - 1))
    expectBeats(.heartbeat().changed { ($1 * steps).rounded() / steps }, seconds: 1.4...2.5, "rounded")
    expectBeats(.heartbeat().changed { ($1 * steps).rounded(.down) / steps }, seconds: 1.2...2.5, "cut off")
  }

  @Test(arguments: [50, 49.97, 60, 60.03], [0.01, 0.02, 0.05]) func `mains hum hides no beat`(
    hertz: Double, level: Double
  ) {
    let hum = { @Sendable (time: Double) -> Double in
      level
        * (sin(2 * .pi * (hertz * time + 0.1)) + 0.4 * sin(6 * .pi * hertz * time) + 0.2 * sin(4 * .pi * hertz * time))
    }
    let sound = SyntheticSound.heartbeat().changed { $1 + hum($0) }
    expectBeats(sound, "hum")
    #expect(abs((sound.features.removed.humHertz ?? 0) - hertz) < 0.02)
    expectBeats(.heartbeat().changed { $1 + hum($0) + 0.1 }, "hum on a constant")
    expectBeats(.heartbeat().changed { $1 + hum($0) + 0.1 * sin(2 * $0) }, "hum and drift")
  }

  @Test(arguments: [50.0, 60, 120, 100, 44]) func `tones and beats of a mains frequency are no hum`(hertz: Double) {
    let tone = SyntheticSound.tone(hertz: hertz, seconds: 4) { 0.5 * min(1, $0 / 0.5) }
    #expect(tone.features.removed.humHertz == nil)
    for decay in [2.0, 6, 12] {
      #expect(SyntheticSound.bursts(hertz: hertz, decay: decay).features.removed.humHertz == nil)
    }
  }

  @Test(arguments: [0.0, 0.005, 0.5, -1]) func `a sound without vibration becomes an empty pattern`(value: Double) {
    let sound = SyntheticSound(seconds: 3).changed { _, _ in value }
    let generator = PatternGenerator(sound.features)
    #expect(generator.pattern().entries.isEmpty)
    #expect(
      generator.emptiness.contains(value == 0 ? "reaches -70 dBFS" : "holds a constant of"), "\(generator.emptiness)")
  }

  @Test func `a pattern that its options leave empty says so`() {
    let swell = SyntheticSound.tone(hertz: 200, seconds: 4) { $0 / 8 }
    var options = PatternGenerator.Options()
    options.hasContinuous = false
    let generator = PatternGenerator(swell.features, options)
    #expect(generator.pattern().entries.isEmpty && generator.emptiness.contains("no onset"), "\(generator.emptiness)")
  }

  // MARK: Rain

  @Test(arguments: [15.0, 30, 60], [1, 2, 3]) func `at full sensitivity, the drops of rain become transients`(
    rate: Double, seed: UInt64
  ) {
    let sound = SyntheticSound.rain(perSecond: rate, seed: seed)
    let usual = sound.pattern().taps.count
    let some = sound.pattern { $0.sensitivity = 0.75 }.taps.count
    let taps = sound.pattern { $0.sensitivity = 1 }.taps.map(\.time)
    #expect(usual <= some && some < taps.count, "\(usual), \(some), \(taps.count)")
    let found = sound.onsets.count { onset in taps.contains { abs($0 - onset) < 0.015 } }
    #expect(Double(found) > 0.5 * Double(sound.onsets.count), "\(found) of \(sound.onsets.count)")
    #expect(zip(taps, taps.dropFirst()).allSatisfy { $1 - $0 >= 0.03 })
  }

  @Test func `noise and tones have no drops at any sensitivity`() {
    func taps(_ sound: SyntheticSound) -> Int { sound.pattern { $0.sensitivity = 1 }.taps.count }
    #expect(taps(.noise(seconds: 10)) <= 1)
    for hertz in [30.0, 45, 80, 300] {
      #expect(
        taps(.tone(hertz: hertz, seconds: 4) { 0.5 * min(1, $0 / 0.5) * (1 + 0.3 * sin(20 * $0)) }) == 0, "\(hertz) Hz")
    }
  }
}
