import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

/// One pattern per feature, measured on the samples.
@Suite struct HapticProbeTests {
  // RENDER-2
  @Test func `a buzz's level follows the square of its intensity`() {
    let steps = [0.2, 0.4, 0.6, 0.8, 1]
    let recording = drive(steps.enumerated().map { buzz(0.2 * Double($0.offset), 0.1, $0.element, 0) })
    for (index, step) in steps.enumerated() {
      let start = 0.2 * Double(index)
      #expect(abs(recording.part(start + 0.02, start + 0.095).peak / 2.2627 - step * step) < 1e-3)
      #expect(recording.part(start + 0.106, start + 0.2).peak == 0)
    }
  }

  // RENDER-1
  @Test func `a buzz's frequency follows its sharpness`() {
    let steps = [0, 0.25, 0.5, 0.75, 1]
    let recording = drive(steps.enumerated().map { buzz(0.2 * Double($0.offset), 0.15, 1, $0.element) })
    for (index, step) in steps.enumerated() {
      let start = 0.2 * Double(index)
      let hertz = 80 * pow(230.0 / 80, step)
      #expect(abs(recording.part(start + 0.01, start + 0.148).hertz / hertz - 1) < 1e-3)
    }
  }

  @Test func `a transient's level follows its intensity, and its frequency follows its sharpness`() {
    let levels = [0.25, 0.5, 0.75, 1]
    let byIntensity = drive(levels.enumerated().map { tap(0.1 * Double($0.offset), $0.element, 0.5) })
    let bySharpness = drive(levels.enumerated().map { tap(0.1 * Double($0.offset), 1, $0.element) })
    for (index, level) in levels.enumerated() {
      let start = 0.1 * Double(index)
      #expect(abs(byIntensity.part(start, start + 0.006).peak / tapVolts(0.5) - level * level) < 2e-3)
      #expect(byIntensity.part(start + 0.02, start + 0.1).peak == 0)
      let half = bySharpness.part(start, start + 0.05).crossings(rising: false).first ?? 0
      #expect(abs(half * 2 * 80 * pow(230.0 / 80, level) - 1) < 3e-3)
    }
  }

  // AHAP-15
  @Test func `events without parameters use the default intensity and sharpness`() {
    let plain = Event(type: .hapticContinuous, time: 0.1, duration: 0.2)
    let recording = drive([.event(plain)])
    #expect(recording.onset() == 4_801)
    #expect(abs(recording.part(0.12, 0.29).hertz - 125.0) < 0.02)
    let full = drive([buzz(0.1, 0.2, 1)]).part(0.12, 0.29).peak
    #expect(abs(recording.part(0.12, 0.29).peak / full - 0.36) < 1e-4)
    let tapped = drive([.event(Event(type: .hapticTransient, time: 0))])
    #expect(abs(tapped.peak / tapVolts(0.5) - 0.75 * 0.75) < 1e-3)
    #expect(abs((tapped.crossings(rising: false).first ?? 0) * 2 * 135.65 - 1) < 2e-3)
  }

  // RENDER-9
  @Test func `a sharpness curve sweeps the frequency and leaves the felt level unchanged`() {
    let recording = drive([buzz(0, 1, 1, 0), curve(.hapticSharpnessControl, 0, [(0, 0), (1, 1)])])
    for time in [0.1, 0.3, 0.5, 0.7, 0.9] {
      let expected = 80 * pow(230.0 / 80, time)
      #expect(abs(recording.part(time - 0.03, time + 0.03).hertz / expected - 1) < 0.015, "\(time) s")
    }
    let felt = rendered(
      [buzz(0, 1, 1, 0.2), curve(.hapticSharpnessControl, 0, [(0, 0), (1, 0.8)])], .acceleration)[0]
    for time in [0.2, 0.5, 0.8] { #expect(abs(felt.part(time, time + 0.02).peak / 0.35 - 1) < 0.03) }
  }

  // PLAY-32
  @Test func `a curve that spans transients is sampled at their onsets`() {
    let taps = (0..<5).map { tap(0.1 * Double($0), 1, 0) }
    let recording = drive(taps + [curve(.hapticIntensityControl, 0, [(0, 1), (0.4, 0.2)])])
    for index in 0..<5 {
      let start = 0.1 * Double(index)
      let control = 1 - 2 * start
      #expect(abs(recording.part(start, start + 0.05).peak / tapVolts(0) - control * control) < 2e-3)
    }
  }

  // PLAY-32
  @Test func `an intensity jump in the middle of a tap and any sharpness control leave the tap unchanged`() {
    let plain = drive([tap(0, 1, 0.3)])
    #expect(drive([tap(0, 1, 0.3), jump(.hapticIntensityControl, 0, 0.002)]).difference(from: plain) < 3e-6)
    #expect(drive([tap(0, 1, 0.3), jump(.hapticSharpnessControl, 0.7, 0)]).difference(from: plain) == 0)
  }

  // PLAY-28
  @Test func `a curve that ends early holds its value to the pattern's end`() {
    let recording = drive([buzz(0, 0.5, 1, 0), curve(.hapticIntensityControl, 0, [(0, 1), (0.1, 0.5)])])
    for time in [0.15, 0.3, 0.47] {
      #expect(abs(recording.part(time, time + 0.02).peak / 2.2627 - 0.25) < 1e-3)
    }
  }

  // RENDER-4
  @Test func `overlapping events add up and are clamped at 1.4 times the rated drive`() {
    let two = drive([buzz(0, 0.2, 0.6, 0), buzz(0, 0.2, 0.6, 0)])
    #expect(abs(two.part(0.05, 0.19).peak / 2.2627 - 0.72) < 1e-3)
    let three = drive([buzz(0, 0.2, 1, 0), buzz(0, 0.2, 1, 0), buzz(0, 0.2, 1, 0)])
    #expect(abs(three.peak - 1.4 * 1.6 * 2.0.squareRoot()) < 1e-5)
    let flat = three.samples.filter { abs($0) > 3.1677 }.count
    #expect(flat > three.samples.count / 3)
  }

  // AHAP-17
  @Test func `events listed in any order sound the same`() {
    let entries = [
      tap(0.3), buzz(0, 0.1), jump(.hapticIntensityControl, 0.5, 0.2), tap(0.05, 0.7), buzz(0.2, 0.05),
    ]
    let sorted = drive([entries[1], entries[3], entries[4], entries[2], entries[0]])
    #expect(drive(entries).samples == sorted.samples)
    #expect(drive(entries.reversed()).difference(from: sorted) < 1e-6)
  }

  // AHAP-16
  @Test func `out-of-range and non-finite values produce finite samples`() {
    for value in [-5, 7, 1e300, -.infinity, .infinity, .nan] {
      let recording = rendered(
        [
          buzz(0, 0.05, value, value, [.attackTime: value, .releaseTime: value, .sustained: value]),
          tap(0.01, value, value),
          tone(0, 0.05, [.audioVolume: value, .audioPitch: value, .audioPan: value]),
          jump(.hapticIntensityControl, value, 0.01),
          curve(.hapticSharpnessControl, 0.02, [(0, value), (0.1, value)]),
        ], .monitor, seconds: 0.2)
      for channel in recording { #expect(channel.samples.allSatisfy { $0.isFinite }, "\(value)") }
    }
  }

  // AHAP-22
  @Test func `an empty pattern ends immediately`() {
    let rig = Rig([])
    rig.send(.start, at: 100)
    rig.run(to: 640)
    #expect(rig.frames(.playerFinished) == [100])
    #expect(drive([]).samples.allSatisfy { $0 == 0 })
  }

  @Test func `an eccentric motor is driven with a DC voltage set by intensity`() {
    let motor = settings { $0.actuator = .eccentric }
    let recording = drive([buzz(0, 0.3, 0.5)], motor).part(0.05, 0.29)
    #expect(recording.samples.allSatisfy { abs($0 - 0.75) < 1e-5 })
    let felt = rendered([buzz(0, 0.5, 1)], .acceleration, motor)[0].part(0.4, 0.49)
    #expect(abs(felt.hertz - 199.95) < 0.2 && abs(felt.peak - 1.2071) < 0.003)
  }
}
