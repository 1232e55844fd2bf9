import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

@Suite struct PauseTests {
  // PLAY-10
  @Test func `a pause silences a player within 3 ms and delays its end`() {
    let rig = Rig([buzz(0, 0.2, 1, 0)])
    rig.send(.start)
    rig.send(.pause, at: 4_800)
    rig.send(.resume, at: 14_400)
    rig.run(to: 24_000)
    #expect(rig.drive.part(0.1 + 0.0028, 0.3).peak == 0)
    #expect(rig.drive.part(0.305, 0.4).peak > 2)
    #expect(rig.frames(.playerFinished) == [9_600 + 9_600])
    #expect(rig.drive.largestStep < rig.drive.part(0.02, 0.09).largestStep * 1.5)
  }

  @Test(arguments: [44_100, 48_000, 96_000, 192_000])
  func `the sample rate does not change how long a pause or a jump takes to fade`(rate: Double) {
    let second = SampleTime(rate)
    let rig = Rig(
      [buzz(0, 2, 1, 0), curve(.hapticIntensityControl, 0, [(0, 1), (2, 1)])],
      settings: settings { $0.sampleRate = rate })
    rig.send(.start)
    rig.send(.setControl, at: second / 2, value: 0)
    rig.send(.setControl, at: second * 3 / 4, value: 1)
    rig.send(.pause, at: second)
    rig.run(to: second * 5 / 4)
    let samples = rig.drive.samples
    let jumpEnd = samples[..<Int(second * 3 / 4)].lastIndex { $0 != 0 } ?? 0
    #expect(abs((Double(jumpEnd) - rate / 2) / rate - 0.002) < 1.5 / rate)
    let pauseEnd = samples.lastIndex { abs($0) > 1e-6 } ?? 0
    // The fade extends to the end of its last quantum.
    #expect(abs((Double(pauseEnd) - rate) / rate - 128.0 / 48_000) < 64 / rate)
  }

  // PLAY-10
  @Test func `a paused player never ends by itself`() {
    let rig = Rig([buzz(0, 0.05), tap(0.1)])
    rig.send(.start)
    rig.send(.pause, at: 1_000)
    rig.run(to: 48_000)
    #expect(rig.frames(.playerFinished).isEmpty)
    #expect(rig.drive.part(0.1, 1).peak == 0)
  }

  // PLAY-11
  @Test func `a pause delays later events by its length`() {
    let rig = Rig([tap(0.01), tap(0.1)], settings: settings { $0.reportsEvents = true })
    rig.send(.start)
    rig.send(.pause, at: 2_345)
    rig.send(.resume, at: 12_345)
    rig.run(to: 19_200)
    #expect(rig.frames(.eventStarted) == [480, 4_800 + 10_000])
  }

  // PLAY-11
  @Test func `a pause freezes the pattern's curves`() {
    let entries = [buzz(0, 1, 1, 0.5), curve(.hapticIntensityControl, 0, [(0, 0), (0.2, 1)])]
    let straight = Rig(entries)
    let paused = Rig(entries)
    straight.send(.start)
    straight.run(to: 19_200)
    paused.send(.start)
    paused.send(.pause, at: 4_800)
    paused.send(.resume, at: 14_400)
    paused.run(to: 28_800)
    func peak(_ rig: Rig, _ time: Double) -> Double { rig.drive.part(time, time + 0.0075).peak }
    for time in [0.11, 0.13, 0.15, 0.19, 0.25] {
      #expect(abs(peak(paused, time + 0.2) / peak(straight, time) - 1) < 0.05, "\(time) s")
    }
  }

  // PLAY-12
  @Test func `a stop during a pause stays silent`() {
    let rig = Rig([buzz(0, 1, 1, 0.5, [.releaseTime: 0.6])])
    rig.send(.start)
    rig.send(.pause, at: 4_800)
    rig.send(.stop, at: 9_600)
    rig.run(to: 19_200)
    #expect(rig.frames(.playerFinished) == [9_600])
    #expect(rig.drive.part(0.103, 0.4).peak == 0)
  }

  // PLAY-13
  @Test func `a start during a pause restarts the pattern at full level`() {
    let rig = Rig([tap(0), buzz(0.05, 0.1)])
    rig.send(.start)
    rig.send(.pause, at: 4_800)
    rig.send(.start, at: 9_600)
    rig.run(to: 28_800)
    #expect(rig.drive.samples[9_600..<14_400].elementsEqual(rig.drive.samples[0..<4_800]))
    #expect(rig.frames(.playerFinished) == [9_600 + 7_200])
  }

  @Test func `a rate set during a pause stretches the rest of the pattern`() {
    let rig = Rig([
      buzz(0, 0.3, 1, 0.5), curve(.hapticIntensityControl, 0, [(0, 0), (0.2, 1)]), tap(0.3),
    ])
    rig.send(.start)
    rig.send(.pause, at: 4_800)
    rig.send(.setRate, at: 7_200, value: 0.5)
    rig.send(.resume, at: 9_600)
    rig.run(to: 38_400)
    // Halfway up at the resume; the other half now takes 0.2 s.
    let full = rig.drive.part(0.45, 0.55).peak
    #expect(abs(rig.drive.part(0.2965, 0.3035).peak / full - 0.5625) < 0.04)
    #expect(rig.frames(.playerFinished).first.map { $0 > 28_800 && $0 < 30_000 } == true)
  }

  @Test func `pausing an idle player and resuming a playing one change nothing`() {
    let rig = Rig([buzz(0, 0.1)])
    rig.send(.pause)
    rig.send(.resume)
    rig.send(.start, at: 640)
    rig.send(.resume, at: 1_000)
    rig.run(to: 9_600)
    let plain = drive([buzz(0, 0.1)])
    #expect(rig.drive.part(640 / 48_000, 0.1).difference(from: plain) < 1e-5)
    #expect(rig.frames(.playerFinished) == [640 + 4_800])
  }
}
