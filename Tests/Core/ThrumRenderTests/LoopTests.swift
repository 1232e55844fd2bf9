import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

@Suite struct LoopTests {
  private static let reporting = settings { $0.reportsEvents = true }

  // PLAY-19
  @Test func `a thousand loops of fractional length do not drift`() {
    let rig = Rig([tap(0, 0.1, 1)], settings: Self.reporting)
    rig.send(.setLoop, value: 100.3712, flag: true)
    rig.send(.start, at: 77)
    rig.run(to: 102_400)
    let loops = rig.frames(.playerLooped)
    #expect(loops.count > 1_000)
    for (index, frame) in loops.enumerated() {
      #expect(frame == 77 + nearestFrame(Double(index + 1) * 100.3712), "loop \(index + 1)")
    }
    #expect(rig.frames(.eventStarted).dropFirst().elementsEqual(loops))
    #expect(rig.frames(.playerFinished).isEmpty)
  }

  @Test func `a tap at the pattern's own end plays in each pass, but one at an earlier loop end does not`() {
    let entries = [tap(0), tap(0.05), tap(0.1)]
    for (end, frames) in [
      (4_800.0, [0, 2_400, 4_800, 4_800, 7_200, 9_600, 9_600]),
      (2_400, [0, 2_400, 4_800, 7_200, 9_600]),
      (6_000, [0, 2_400, 4_800, 6_000, 8_400]),
    ] {
      let rig = Rig(entries, settings: Self.reporting)
      rig.send(.setLoop, value: end, flag: true)
      rig.send(.start)
      rig.run(to: 9_664)
      #expect(rig.frames(.eventStarted) == frames)
    }
  }

  @Test func `an event within half a frame of the loop end is not lost`() {
    let rig = Rig([tap(0), tap(0.05)], settings: Self.reporting)
    rig.send(.setLoop, value: 2_400.3, flag: true)
    rig.send(.start)
    rig.run(to: 2_432)
    #expect(rig.frames(.eventStarted) == [0, 2_400, 2_400])
  }

  @Test(arguments: [50, 5_000, 999_999.0])
  func `loops at extreme rates are reported at most once per quantum`(rate: Double) {
    let rig = Rig([tap(0, 0.1), tap(0.01, 0.1)], settings: settings { $0.voiceCapacity = 4 })
    rig.send(.setLoop, value: 480, flag: true)
    rig.send(.setRate, value: rate)
    rig.send(.start)
    rig.run(to: 640)
    #expect(rig.frames(.playerLooped).map { $0 / 64 } == Array(0..<10))
  }

  // PLAY-20
  @Test func `an event sounding at the loop end is released there and restarts`() {
    let rig = Rig([buzz(0, 1, 1, 0)])
    rig.send(.setLoop, value: 4_800, flag: true)
    rig.send(.start)
    rig.run(to: 19_200)
    #expect(rig.frames(.playerLooped) == [4_800, 9_600, 14_400, 19_200].filter { $0 < 19_200 })
    let calm = rig.drive.part(0.02, 0.09).largestStep
    #expect(rig.drive.largestStep < calm * 1.3)
    #expect(rig.drive.part(0.13, 0.19).difference(from: rig.drive.part(0.03, 0.09)) < 1e-4)
  }

  // PLAY-21
  @Test func `a loop end beyond the pattern adds silence`() {
    let rig = Rig([buzz(0, 0.05)])
    rig.send(.setLoop, value: 9_600, flag: true)
    rig.send(.start)
    rig.run(to: 19_200)
    #expect(rig.drive.part(0.06, 0.2).peak == 0)
    #expect(rig.drive.part(0.2, 0.25).peak > 0.5)
  }

  // PLAY-22
  @Test func `a player plays to the pattern's end after its loop is switched off`() {
    let rig = Rig([tap(0), buzz(0.1, 0.1)], settings: Self.reporting)
    rig.send(.setLoop, value: 2_400, flag: true)
    rig.send(.start)
    rig.send(.setLoop, at: 6_000, value: 2_400, flag: false)
    rig.run(to: 24_000)
    #expect(rig.frames(.eventStarted) == [0, 2_400, 4_800, 9_600])
    #expect(rig.frames(.playerFinished) == [4_800 + 9_600])
  }

  @Test(arguments: [0, -1, 0.5, Double.nan])
  func `a loop without a usable length plays only once`(end: Double) {
    let rig = Rig([tap(0)])
    rig.send(.setLoop, value: end, flag: true)
    rig.send(.start)
    rig.run(to: 4_800)
    #expect(rig.frames(.playerLooped).isEmpty)
    #expect(rig.frames(.playerFinished).count == 1)
  }

  // PLAY-23
  @Test func `each loop restarts the pattern's controls, and those set by the app persist`() {
    let rig = Rig([buzz(0, 0.1, 1, 0), jump(.hapticIntensityControl, 0.5, 0.05)])
    rig.send(.setLoop, value: 4_800, flag: true)
    rig.send(.setControl, control: .hapticIntensityControl, value: 0.8)
    rig.send(.start)
    rig.run(to: 9_600)
    for start in [0.0, 0.1] {
      #expect(abs(rig.drive.part(start + 0.02, start + 0.045).peak / 2.2627 - 0.64) < 1e-3)
      #expect(abs(rig.drive.part(start + 0.06, start + 0.09).peak / 2.2627 - 0.25) < 1e-3)
    }
  }
}

@Suite struct RateTests {
  private static let reporting = settings { $0.reportsEvents = true }

  // PLAY-24
  @Test func `doubling the rate halves times and durations but not the frequency`() {
    let entries = [buzz(0, 0.2, 1, 0.5), tap(0.3)]
    let rig = Rig(entries, settings: Self.reporting)
    rig.send(.setRate, value: 2)
    rig.send(.start)
    rig.run(to: 14_400)
    #expect(rig.frames(.eventStarted) == [0, 7_200])
    #expect(abs(rig.drive.part(0.02, 0.09).hertz - 135.65) < 0.05)
    #expect(rig.drive.part(0.106, 0.149).peak == 0)
    #expect(rig.drive.part(0.09, 0.1).peak > 0.8)
  }

  // PLAY-24
  @Test func `halving the rate doubles the length of loops, curves and the pattern`() {
    let rig = Rig([buzz(0, 0.1, 1, 0), curve(.hapticIntensityControl, 0, [(0, 0), (0.1, 1)])])
    rig.send(.setRate, value: 0.5)
    rig.send(.start)
    rig.run(to: 12_800)
    #expect(rig.frames(.playerFinished) == [9_600])
    // Halfway at 0.1 s, where squaring leaves a quarter of the drive.
    #expect(abs(rig.drive.part(0.0935, 0.1065).peak / 2.2627 - 0.28) < 0.03)
    let looping = Rig([tap(0)], settings: Self.reporting)
    looping.send(.setRate, value: 0.5)
    looping.send(.setLoop, value: 1_000, flag: true)
    looping.send(.start)
    looping.run(to: 6_400)
    #expect(looping.frames(.eventStarted) == [0, 2_000, 4_000, 6_000])
  }

  // PLAY-25
  @Test func `a rate change during playback takes effect at its frame`() {
    let rig = Rig([buzz(0, 0.5, 1, 0), tap(0.2), tap(0.6)], settings: Self.reporting)
    rig.send(.start)
    rig.send(.setRate, at: 4_800, value: 2)
    rig.send(.setRate, at: 7_200, value: 0.5)
    rig.run(to: 52_800)
    // Position 0.1 at 0.1 s, 0.2 at 0.15 s, then half speed.
    #expect(rig.frames(.eventStarted) == [0, 7_200, 7_200 + 38_400])
    #expect(rig.drive.part(0.6, 0.74).peak > 2.2)
    #expect(rig.drive.part(0.756, 0.94).peak == 0)
  }

  // PLAY-25
  @Test(arguments: [0, -1, Double.nan, -.infinity, .infinity])
  func `a rate that is not a positive number is ignored`(rate: Double) {
    let rig = Rig([buzz(0, 0.1)])
    rig.send(.setRate, value: rate)
    rig.send(.start)
    rig.send(.setRate, at: 1_000, value: rate)
    rig.run(to: 9_600)
    #expect(rig.frames(.playerFinished) == [4_800])
  }
}
