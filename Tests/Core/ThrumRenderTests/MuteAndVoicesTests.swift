import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

@Suite struct MuteTests {
  // PLAY-34
  @Test func `a muted player is silent within 3 ms, while its time advances`() {
    let rig = Rig([buzz(0, 0.3, 1, 0), tone(0, 0.3)], [buzz(0.25, 0.1, 1, 1)])
    rig.send(.start, 0)
    rig.send(.start, 1)
    rig.run(to: 4_800)
    rig.renderer.controls.setMuted(true, player: 0)
    rig.run(to: 9_600)
    rig.renderer.controls.setMuted(false, player: 0)
    rig.run(to: 19_200)
    #expect(rig.drive.part(0.1028, 0.2).peak == 0)
    #expect(rig.left.part(0.107, 0.2).peak < 0.2)
    let plain = drive([buzz(0, 0.3, 1, 0)])
    #expect(rig.drive.part(0.203, 0.24).difference(from: plain.part(0.203, 0.24)) < 1e-5)
    #expect(rig.drive.part(0, 0.24).largestStep < plain.largestStep + 2.263 / 128)
    #expect(rig.frames(.playerFinished, player: 0) == [14_400])
    #expect(rig.drive.part(0.31, 0.345).peak > 1.6)
  }

  // PLAY-34
  @Test func `a mute before the start silences the player from its first frame until it is unmuted`() {
    let rig = Rig([tap(0)])
    rig.renderer.controls.setMuted(true, player: 0)
    rig.send(.start)
    rig.run(to: 4_800)
    #expect(rig.drive.peak == 0)
    #expect(rig.frames(.playerFinished).count == 1)
    rig.renderer.controls.setMuted(false, player: 0)
    rig.send(.start)
    rig.run(to: 9_600)
    #expect(rig.drive.part(0.1, 0.12).difference(from: drive([tap(0)])) < 1e-6)
  }

  @Test func `a mute change is reported once, for the quantum's first frame`() {
    let rig = Rig([buzz(0, 0.3)], [tap(0)])
    rig.renderer.controls.setMuted(true, player: 1)
    rig.send(.start, 1, at: 37)
    rig.run(to: 640)
    rig.renderer.controls.setMuted(true, player: 1)
    rig.renderer.controls.setAudioMuted(true)
    rig.run(to: 1_280)
    rig.renderer.controls.setMuted(false, player: 1)
    rig.renderer.controls.setHapticsMuted(true)
    rig.renderer.controls.setAudioMuted(false)
    rig.run(to: 1_920)
    let players = rig.notices.filter { $0.kind == .muteChanged }
    #expect(players.map(\.player) == [1, 1])
    #expect(players.map(\.frame) == [0, 1_280])
    #expect(players.map(\.isMuted) == [true, false])
    let engine = rig.notices.filter { $0.kind == .hapticsMuteChanged || $0.kind == .audioMuteChanged }
    #expect(engine.map(\.kind) == [.audioMuteChanged, .hapticsMuteChanged, .audioMuteChanged])
    #expect(engine.map(\.frame) == [640, 1_280, 1_280])
    #expect(engine.map(\.isMuted) == [true, true, false])
  }

  // PLAY-35
  @Test func `haptics and audio are muted independently`() {
    for (haptics, audio) in [(true, false), (false, true), (true, true)] {
      let rig = Rig([buzz(0, 0.4, 1, 0), tone(0, 0.4)])
      rig.renderer.controls.setHapticsMuted(haptics)
      rig.renderer.controls.setAudioMuted(audio)
      rig.send(.start)
      rig.run(to: 19_200)
      #expect((rig.drive.peak == 0) == haptics)
      #expect((rig.left.part(0.05, 0.39).level(880) < -100) == audio)
    }
  }

  // PLAY-35
  @Test func `muting and unmuting haptics during playback are ramped`() {
    let rig = Rig([buzz(0, 0.4, 1, 0)])
    rig.send(.start)
    rig.run(to: 4_992)
    rig.renderer.controls.setHapticsMuted(true)
    rig.run(to: 9_920)
    rig.renderer.controls.setHapticsMuted(false)
    rig.run(to: 19_200)
    #expect(rig.drive.part(5_056 / 48_000, 0.2).peak == 0)
    #expect(rig.drive.largestStep < 2.2627 / 64 + 0.03)
    #expect(rig.drive.part(0.21, 0.39).peak > 2.26)
  }
}

@Suite struct VoicePoolTests {
  private static let small = settings { $0.voiceCapacity = 4 }

  // RENDER-7
  @Test func `an event is dropped and reported if no voice is free`() {
    let rig = Rig((0..<10).map { buzz(0.001 * Double($0), 0.1, 0.3, 0) }, settings: Self.small)
    rig.send(.start)
    rig.run(to: 9_600)
    let refused = rig.notices.filter { $0.kind == .voiceRefused }
    #expect(refused.map(\.index) == [4, 5, 6, 7, 8, 9])
    #expect(refused.map(\.frame) == [192, 240, 288, 336, 384, 432])
    let four = drive((0..<4).map { buzz(0.001 * Double($0), 0.1, 0.3, 0) })
    #expect(rig.drive.part(0, 0.1).difference(from: four) < 1e-5)
    #expect(rig.frames(.playerFinished) == [Int(nearestFrame(0.109 * 48_000))])
  }

  @Test func `when many events are dropped in one frame, the voices are not searched again for each event`() {
    // A search of all voices per event would take some 3 000 million steps.
    let flood = ScheduleMemory(
      events: [ScheduledEvent](repeating: ScheduledEvent(kind: .transient, start: 0, length: .nan), count: 200_000),
      segments: [], duration: 0)
    var renderer = Renderer(settings { $0.voiceCapacity = 16_384 })
    _ = renderer.commands.push(Command(.install(flood.schedule), player: 0, serial: 1))
    _ = renderer.commands.push(Command(.start(), player: 0, serial: 2))
    renderer.renderQuantum()
    let refused = renderer.refusedEvents
    #expect(refused == 200_000 - 16_384)
  }

  // RENDER-7
  @Test func `a new event steals the player's releasing voice that is closest to its end`() {
    // Three tails of increasing length and a lasting event, then one more.
    let tails = (1...3).map { buzz(0, 0.01, 0.3, 0, [.releaseTime: 0.4 + 0.1 * Double($0)]) }
    let rig = Rig(
      tails + [buzz(0, 0.2, 0.3, 0.5), buzz(0.03, 0.05, 0.3, 1)],
      settings: settings {
        $0.voiceCapacity = 4
        $0.reportsEvents = true
      })
    rig.send(.start)
    rig.run(to: 14_400)
    #expect(rig.frames(.voiceRefused).isEmpty)
    #expect(rig.frames(.eventStarted).last == 1_440)
    // From then on it sounds as if the shortest tail had never existed; the two longer ones play to their ends.
    let left = drive(tails.dropFirst() + [buzz(0, 0.2, 0.3, 0.5), buzz(0.03, 0.05, 0.3, 1)])
    #expect(rig.drive.part(0.03, 0.3).difference(from: left.part(0.03, 0.3)) < 1e-4)
  }

  @Test func `a burst of events causes no crash and leaks no voices`() {
    let storm = (0..<400).map { tap(0.0005 * Double($0), 0.5, Double($0 % 11) / 10) }
    let rig = Rig(storm, [buzz(0.3, 0.1)], settings: Self.small)
    rig.send(.start, 0)
    rig.send(.start, 1)
    rig.run(to: 48_000)
    #expect(rig.frames(.voiceRefused, player: 0).count > 200)
    #expect(rig.frames(.voiceRefused, player: 1).isEmpty)
    #expect(rig.voicesInUse == 0)
    #expect(rig.drive.samples.allSatisfy { abs($0) <= 1.4 * 2.2628 })
  }

  @Test func `lost notices are counted`() {
    let rig = Rig([tap(0, 0)], settings: settings { $0.voiceCapacity = 1 })
    for _ in 0..<4_000 where rig.send(.setControl, value: 1) != nil {}
    rig.discard()
    #expect(rig.lostNotices == 4_001 - 1_024)
  }
}
