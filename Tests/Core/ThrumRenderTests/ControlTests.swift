import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

@Suite struct ControlTests {
  /// The control's value at each time: root of the ratio of two drives of the same phase.
  private func control(_ entries: [PatternEntry], _ reference: [PatternEntry], at times: [Double]) -> [Double] {
    let a = drive(entries)
    let b = drive(reference)
    return times.map { time in
      // Sampled near a peak of the sine for precision.
      let frame = Int(time * 48_000)
      guard abs(b.samples[frame]) > 0.05 else { return .nan }
      return max(0, a.samples[frame] / b.samples[frame]).squareRoot()
    }
  }

  /// Nearby times at which the reference's sine is at its peak.
  private func tops(_ times: [Double], hertz: Double = 80) -> [Double] {
    times.map { (($0 * hertz).rounded(.down) + 0.25) / hertz }
  }

  // PLAY-26
  @Test func `a parameter reaches its value for all events within 2 ms, without a click`() {
    let plain = drive([buzz(0, 0.4, 1, 0)])
    // At the crest of the sine, where the jump would be largest.
    let time = 0.2 + 0.25 / 80
    let jumped = drive([buzz(0, 0.4, 1, 0), jump(.hapticIntensityControl, 0.2, time)])
    #expect(jumped.part(0, time).difference(from: plain) < 1e-5)
    let after = jumped.part(time + 0.002, 0.39)
    let whole = plain.part(time + 0.002, 0.39).scaled(by: 0.04)
    #expect(after.difference(from: whole) < 1e-5)
    #expect(
      jumped.part(time + 0.0018, time + 0.002).difference(from: plain.part(time + 0.0018, time + 0.002)) > 0.5
    )
    // The fade is steepest at its start: 2 · 0.8 of 2.26 V in 96 frames.
    #expect(jumped.part(0.19, 0.21).largestStep < plain.largestStep + 1.6 * 2.263 / 96)
  }

  @Test(arguments: [0.0000208, 0.0001, 0.0005, 0.0019])
  func `a curve steeper than a jump's fade is smoothed like a jump`(seconds: Double) {
    let time = 0.2 + 0.25 / 80
    let jumped = drive([buzz(0, 0.4, 1, 0), jump(.hapticIntensityControl, 0.2, time)])
    let curved = drive([
      buzz(0, 0.4, 1, 0), curve(.hapticIntensityControl, time, [(0, 1), (seconds, 0.2)]),
    ])
    #expect(curved.difference(from: jumped) < 1e-5)
    // Events that begin after it have the value at once, as after a jump.
    let after = drive([
      curve(.hapticIntensityControl, 0.1, [(0, 1), (seconds, 0.2)]), buzz(0, 0.3, 1, 0), buzz(0.103, 0.2, 1, 0),
    ])
    let behind = drive([
      jump(.hapticIntensityControl, 0.2, 0.1), buzz(0, 0.3, 1, 0), buzz(0.103, 0.2, 1, 0),
    ])
    #expect(after.difference(from: behind) < 1e-5)
  }

  @Test func `a rapidly alternating curve causes no clicks`() {
    let points = (0..<40).map { (index: Int) -> (Double, Double) in (Double(index) * 0.0002, index % 2 == 0 ? 1 : 0) }
    let wild = drive([buzz(0, 0.4, 1, 0), curve(.hapticIntensityControl, 0.2, points)])
    let plain = drive([buzz(0, 0.4, 1, 0)])
    #expect(wild.part(0.19, 0.22).largestStep < plain.largestStep + 2 * 2.263 / 96)
  }

  // PLAY-26
  @Test func `a parameter takes effect at its own time, and later events start with its value`() {
    let entries = [buzz(0, 0.1, 1, 0), jump(.hapticIntensityControl, 0.5, 0.15), buzz(0.2, 0.1, 1, 0)]
    let recording = drive(entries)
    #expect(abs(recording.part(0.02, 0.09).peak - 2.2627) < 1e-3)
    #expect(abs(recording.part(0.22, 0.29).peak - 0.5657) < 1e-3)
  }

  // PLAY-27
  @Test func `parameters sent before the start take effect from its first frame`() {
    let rig = Rig([tap(0, 1, 0.5)])
    rig.send(.setControl, control: .hapticIntensityControl, value: 0.5)
    rig.run(to: 640)
    rig.send(.start)
    rig.run(to: 3_200)
    let plain = drive([tap(0, 1, 0.5)]).scaled(by: 0.25)
    #expect(rig.drive.part(640 / 48_000, 0.05).difference(from: plain) < 1e-6)
  }

  // PLAY-26
  @Test func `a parameter sent to one player does not affect another`() {
    let rig = Rig([buzz(0, 0.2, 1, 0)], [buzz(0, 0.2, 1, 0)])
    rig.send(.setControl, 1, value: 0)
    rig.send(.start, 0)
    rig.send(.start, 1)
    rig.run(to: 9_600)
    #expect(rig.drive.part(0, 0.199).difference(from: drive([buzz(0, 0.2, 1, 0)])) < 1e-5)
  }

  // PLAY-28
  @Test func `a curve is linear between its points and holds its last value`() {
    let path = [(0.0, 1.0), (0.1, 0.5), (0.3, 0.9)]
    let reference = [buzz(0, 0.6, 1, 0)]
    let times = tops([0.02, 0.05, 0.09, 0.15, 0.25, 0.35, 0.5])
    let values = control(reference + [curve(.hapticIntensityControl, 0, path)], reference, at: times)
    for (time, value) in zip(times, values) {
      let expected = time < 0.1 ? 1 - 5 * time : (time < 0.3 ? 0.5 + 2 * (time - 0.1) : 0.9)
      #expect(abs(value - expected) < 1e-3, "\(time) s")
    }
  }

  // AHAP-20, PLAY-29
  @Test func `a late first point is reached by a ramp from the current value`() {
    let reference = [buzz(0, 0.6, 1, 0)]
    let entries =
      reference + [
        jump(.hapticIntensityControl, 0.4, 0.05),
        curve(.hapticIntensityControl, 0.2, [(0.1, 0.8), (0.2, 0.6)]),
      ]
    let times = tops([0.1, 0.19, 0.23, 0.27, 0.34, 0.45])
    let values = control(entries, reference, at: times)
    for (time, value) in zip(times, values) {
      let expected =
        time < 0.2 ? 0.4 : (time < 0.3 ? 0.4 + 4 * (time - 0.2) : (time < 0.4 ? 0.8 - 2 * (time - 0.3) : 0.6))
      #expect(abs(value - expected) < 1e-3, "\(time) s")
    }
  }

  // PLAY-30
  @Test func `where two curves overlap, the later one takes effect`() {
    let reference = [buzz(0, 0.8, 1, 0)]
    let entries =
      reference + [
        curve(.hapticIntensityControl, 0.2, [(0, 0.5), (0.1, 0.6)]),
        curve(.hapticIntensityControl, 0, [(0, 1), (0.3, 1), (0.7, 0.1)]),
      ]
    let times = tops([0.1, 0.25, 0.4, 0.65])
    let values = control(entries, reference, at: times)
    for (value, expected) in zip(values, [1, 0.5 + times[1] - 0.2, 0.6, 0.6]) {
      #expect(abs(value - expected) < 1e-3)
    }
  }

  // PLAY-30
  @Test func `if two curves start together, the one later in the file takes effect`() {
    let reference = [buzz(0, 0.8, 1, 0)]
    let (low, high) = (
      curve(.hapticIntensityControl, 0.2, [(0, 0.5)]), curve(.hapticIntensityControl, 0.2, [(0, 0.9), (0.1, 0.9)])
    )
    let times = tops([0.5])
    #expect(abs(control(reference + [low, high], reference, at: times)[0] - 0.9) < 1e-3)
    #expect(abs(control(reference + [high, low], reference, at: times)[0] - 0.5) < 1e-3)
  }

  @Test func `an app's ramp keeps its timing on a control that the pattern also moves`() {
    let entries = [buzz(0, 1), jump(.hapticIntensityControl, 0.5, 5)]
    let rig = Rig(entries)
    rig.send(.start)
    rig.send(.rampControl, at: 4_800, value: 0, end: 14_400)
    rig.send(.setRate, at: 6_000, value: 2)
    rig.send(.pause, at: 7_200)
    rig.send(.setRate, at: 7_300, value: 0.5)
    rig.send(.resume, at: 9_600)
    for frame: SampleTime in [5_760, 6_400, 8_000, 12_032] {
      rig.run(to: frame)
      let value = rig.renderer.players[0].controls[0].target(at: frame)
      #expect(abs(value - Double(14_400 - frame) / 9_600) < 1e-9)
    }
    // A segment of the pattern's is stretched: half of it before the pause, the rest at half the rate.
    let curved = Rig([buzz(0, 1), curve(.hapticIntensityControl, 0, [(0, 1), (0.2, 0)])])
    curved.send(.start)
    curved.send(.pause, at: 4_800)
    curved.send(.setRate, at: 5_000, value: 0.5)
    curved.send(.resume, at: 9_600)
    curved.run(to: 14_400)
    #expect(abs(curved.renderer.players[0].controls[0].target(at: 14_400) - 0.25) < 1e-6)
  }

  @Test func `an app's ramp begins at the current value and ends at the requested frame`() {
    let rig = Rig([buzz(0, 0.5, 1, 0)])
    rig.send(.start)
    rig.send(.rampControl, at: 4_800, value: 0.2, end: 9_600)
    rig.run(to: 19_200)
    let plain = drive([buzz(0, 0.5, 1, 0)])
    for time in tops([0.05, 0.11, 0.15, 0.19, 0.3]) {
      let frame = Int(time * 48_000)
      let value = (rig.drive.samples[frame] / plain.samples[frame]).squareRoot()
      let expected = time < 0.1 ? 1 : (time < 0.2 ? 1 - 8 * (time - 0.1) : 0.2)
      #expect(abs(value - expected) < 1e-3, "\(time) s")
    }
  }

  // AHAP-16, PLAY-31
  @Test func `control values are clamped to their range`() {
    let reference = [buzz(0, 0.2, 0.5, 0)]
    let plain = drive(reference)
    #expect(drive(reference + [jump(.hapticIntensityControl, 7, 0)]).difference(from: plain) == 0)
    #expect(drive(reference + [jump(.hapticIntensityControl, -7, 0)]).peak == 0)
    let bent = drive([buzz(0, 0.2, 1, 0.8), jump(.hapticSharpnessControl, 0.5, 0)]).part(0.02, 0.19)
    #expect(abs(bent.hertz - 230) < 0.1)
  }

  @Test func `a control command is clamped to its range, and NaN is rejected`() {
    let rig = Rig([buzz(0, 0.1, 1, 0), tone(0, 0.1)])
    for lane in DynamicParameterID.allCases { rig.send(.setControl, control: lane, value: .nan) }
    for lane in DynamicParameterID.allCases { rig.send(.rampControl, control: lane, value: .nan, end: 100) }
    rig.send(.setControl, control: .hapticIntensityControl, value: 5)
    rig.send(.start)
    rig.run(to: 4_800)
    #expect(rig.frames(.commandRefused).count == 24)
    #expect(abs(rig.drive.peak - 2.2627) < 1e-3)
    #expect(rig.left.samples.allSatisfy { $0.isFinite })
  }

  // RENDER-9
  @Test func `a sharpness jump keeps the phase continuous`() {
    let recording = drive([buzz(0, 0.4, 1, 0), jump(.hapticSharpnessControl, 1, 0.2)])
    #expect(abs(recording.part(0.05, 0.195).hertz - 80) < 0.1)
    #expect(abs(recording.part(0.21, 0.39).hertz - 230) < 0.2)
    // No step is larger than that of the steeper sine at the higher voltage.
    #expect(recording.largestStep < 2 * .pi * 230 / 48_000 * 2.2627)
  }
}
