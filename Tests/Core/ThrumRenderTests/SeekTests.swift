import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

@Suite struct SeekTests {
  private static let reporting = settings { $0.reportsEvents = true }

  // PLAY-14
  @Test func `a seek before the start sets the position of that start only`() {
    let rig = Rig([tap(0), tap(0.05), tap(0.1)], settings: Self.reporting)
    rig.send(.seek, value: 0.05 * 48_000)
    rig.send(.start, at: 1_000)
    rig.send(.start, at: 10_000)
    rig.run(to: 19_200)
    #expect(rig.frames(.eventStarted) == [1_000, 3_400, 10_000, 12_400, 14_800])
  }

  // PLAY-15
  @Test func `a seek while playing moves later events`() {
    let rig = Rig([tap(0), tap(0.1), tap(0.3)], settings: Self.reporting)
    rig.send(.start)
    rig.send(.seek, at: 2_400, value: 0.29 * 48_000)
    rig.run(to: 9_600)
    #expect(rig.frames(.eventStarted) == [0, 2_400 + 480])
  }

  // PLAY-15
  @Test func `a seek backwards replays events`() {
    let rig = Rig([tap(0), tap(0.1)], settings: Self.reporting)
    rig.send(.start)
    rig.send(.seek, at: 4_000, value: -7)
    rig.run(to: 14_400)
    #expect(rig.frames(.eventStarted) == [0, 4_000, 8_800])
  }

  // PLAY-16
  @Test func `a seek to the end or beyond ends the playback or restarts a loop`() {
    for target in [9_600.0, 1e12, .infinity] {
      let rig = Rig([buzz(0, 0.2), jump(.hapticIntensityControl, 0.5, 0.1)])
      rig.send(.start)
      rig.send(.seek, at: 3_000, value: target)
      rig.run(to: 6_400)
      #expect(rig.frames(.playerFinished) == [3_000])
      let looping = Rig([tap(0), buzz(0.1, 0.1)], settings: Self.reporting)
      looping.send(.setLoop, value: 9_600, flag: true)
      looping.send(.start)
      looping.send(.seek, at: 3_000, value: target)
      looping.run(to: 6_400)
      #expect(looping.frames(.eventStarted) == [0, 3_000])
      #expect(looping.frames(.playerFinished).isEmpty)
    }
  }

  // PLAY-17
  @Test func `after a seek into an event, nothing plays until the next one, unless mid-event entry is enabled`() {
    for enters in [false, true] {
      let rig = Rig([buzz(0, 0.2, 1, 0), tap(0.3)], settings: settings { $0.entersMidEvent = enters })
      rig.send(.seek, value: 0.1 * 48_000)
      rig.send(.start)
      rig.send(.seek, at: 64, value: 0.1 * 48_000)
      rig.run(to: 14_400)
      #expect((rig.drive.part(0.01, 0.09).peak > 2) == enters)
      #expect(rig.drive.part(0.11, 0.19).peak == 0)
      #expect(rig.drive.part(0.2, 0.22).peak > 1.7)
    }
  }

  // PLAY-18
  @Test func `a seek sets the controls to the pattern's values at that position`() {
    let entries = [
      buzz(0, 0.1), curve(.hapticIntensityControl, 0, [(0, 1), (0.2, 0)]), buzz(0.15, 0.1),
      jump(.hapticIntensityControl, 0.75, 0.3), buzz(0.35, 0.1),
    ]
    let straight = Rig(entries)
    let sought = Rig(entries)
    straight.send(.start)
    straight.run(to: 24_000)
    for (target, event) in [(0.14, 0.15), (0.34, 0.35)] {
      sought.send(.start)
      sought.send(.seek, at: sought.renderer.now, value: target * 48_000)
      let base = Double(sought.renderer.now) / 48_000
      sought.run(to: sought.renderer.now + 4_800)
      let expected = straight.drive.part(event, event + 0.03)
      let measured = sought.drive.part(base + event - target, base + event - target + 0.03)
      #expect(abs(measured.peak / expected.peak - 1) < 1e-3)
      sought.raiseStop(cancels: true)
      sought.run(to: sought.renderer.now + 640)
    }
  }

  @Test(arguments: [4_800, 4_801, 1e12, .infinity])
  func `a playback that starts at the end or beyond ends immediately, and the next one plays`(target: Double) {
    for entries in [[tap(0), tap(0.1)], [buzz(0, 0.1)]] {
      let rig = Rig(entries, settings: Self.reporting)
      rig.send(.seek, value: target)
      rig.send(.start, at: 1_000)
      rig.run(to: 6_400)
      #expect(rig.frames(.playerFinished) == [1_000])
      #expect(rig.drive.peak == 0)
      rig.send(.start, at: 7_000)
      rig.run(to: 7_040)
      #expect(rig.frames(.eventStarted) == [7_000])
      let looping = Rig(entries, settings: Self.reporting)
      looping.send(.seek, value: target)
      looping.send(.setLoop, value: 4_800, flag: true)
      looping.send(.start, at: 1_000)
      looping.run(to: 1_280)
      #expect(looping.frames(.eventStarted) == [1_000])
      #expect(looping.frames(.playerLooped).isEmpty)
    }
  }

  @Test func `after a seek beyond its end, a looping player starts at the beginning`() {
    let rig = Rig([tap(0), buzz(0.1, 0.1)], settings: Self.reporting)
    rig.send(.setLoop, value: 9_600, flag: true)
    rig.send(.seek, value: .infinity)
    rig.send(.start)
    rig.run(to: 640)
    #expect(rig.frames(.eventStarted) == [0])
  }
}
