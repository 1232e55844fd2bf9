import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

@Suite struct StopTests {
  // AHAP-19, PLAY-9
  @Test func `a natural end is reported at the frame of the pattern's end`() {
    let rig = Rig([buzz(0, 0.1234)])
    rig.send(.start, at: 777)
    rig.run(to: 9_600)
    #expect(rig.frames(.playerFinished) == [777 + 5_923])
  }

  @Test func `a pattern with a single tap ends with its last brake pulse`() {
    let rig = Rig([tap(0.01, 1, 0)])
    rig.send(.start, at: 100)
    rig.run(to: 9_600)
    // A cycle of 80 Hz and one of the resonance, 125 Hz.
    #expect(rig.frames(.playerFinished) == [100 + 480 + 600 + 384])
  }

  // PLAY-9
  @Test func `the release tail keeps sounding after the pattern's end`() {
    let rig = Rig([buzz(0, 0.05, 1, 0.5, [.releaseTime: 0.5])])
    rig.send(.start)
    rig.run(to: 9_600)
    #expect(rig.frames(.playerFinished) == [2_400])
    let last = rig.drive.lastFrame() ?? 0
    #expect(abs(last - (2_400 + 4_157)) <= 2)
  }

  // PLAY-5
  @Test func `a stop at a frame ends playback there, releases continuous events and lets taps finish`() {
    let rig = Rig([buzz(0, 1, 1, 0)], [tap(0, 1, 0)])
    rig.send(.start, 0, at: 100)
    rig.send(.start, 1, at: 10_000)
    rig.send(.stop, 0, at: 4_321)
    rig.send(.stop, 1, at: 10_100)
    rig.run(to: 14_400)
    #expect(rig.frames(.playerFinished, player: 0) == [4_321])
    #expect(rig.drive.part(0, 0.2).lastFrame().map { abs($0 - (4_321 + 240)) <= 1 } == true)
    #expect(rig.frames(.playerFinished, player: 1) == [10_100])
    #expect(rig.drive.lastFrame().map { $0 > 10_000 + 974 && $0 < 10_000 + 984 } == true)
  }

  // PLAY-6
  @Test func `a tap due at the frame of the stop still plays`() {
    let rig = Rig([tap(0), buzz(0, 1)], [tap(0), tap(0.01)])
    rig.send(.start, 0)
    rig.raiseStop(0)
    rig.send(.start, 1, at: 9_600)
    rig.send(.stop, 1, at: 9_600)
    rig.run(to: 14_400)
    let alone = drive([tap(0)])
    #expect(rig.drive.part(0, 0.0146).difference(from: alone) < 1e-6)
    #expect(rig.drive.part(0.2, 0.2146).difference(from: alone) < 1e-6)
    #expect(rig.frames(.playerFinished) == [0, 9_600])
    #expect(rig.drive.part(0.22, 0.3).peak == 0)
  }

  // PLAY-7
  @Test func `a cancel fades everything out within 5 ms, including taps`() {
    let rig = Rig([buzz(0, 1, 1, 0), tap(0.02, 1, 0), buzz(0.1, 1)])
    rig.send(.start)
    rig.run(to: 1_024)
    rig.raiseStop(cancels: true)
    rig.run(to: 9_600)
    #expect(rig.frames(.playerFinished) == [1_024])
    #expect((rig.drive.lastFrame() ?? 9_999) < 1_024 + 240)
    let before = rig.drive.part(0, 1_000 / 48_000).largestStep
    #expect(rig.drive.part(0.02, 0.03).largestStep < before * 2)
  }

  @Test func `when a stop overtakes a start, the first taps still play`() {
    // The start waits for its frame, or arrives late because the ring was full.
    for isLate in [false, true] {
      let rig = Rig([tap(0), buzz(0, 1), tap(0.05)])
      let start: UInt64
      if isLate {
        start = rig.raiseStop(cancels: false)
        let stop = rig.raiseStop()
        rig.run(to: 640)
        _ = rig.renderer.commands.push(Command(.start(), player: 0, serial: start))
        #expect(stop == start + 1)
      } else {
        start = rig.send(.start, at: 700, flag: true) ?? 0
        rig.raiseStop()
      }
      rig.run(to: 9_600)
      let frame = isLate ? 640 : 700
      #expect(rig.frames(.playerStarted) == [frame])
      #expect(rig.frames(.playerFinished) == [frame])
      #expect(rig.notices.filter { $0.kind == .playerFinished }.map(\.serial) == [start])
      let applied = rig.notices.filter { $0.kind == .commandApplied }.suffix(2)
      #expect(applied.map(\.serial) == [start, start + 1])
      #expect(applied.map { Int($0.frame) } == [frame, frame])
      let alone = drive([tap(0)])
      #expect(rig.drive.part(Double(frame) / 48_000, 0.0291).difference(from: alone.part(0, 0.0145)) < 5e-6)
      #expect(rig.drive.part(0.03, 0.2).peak == 0)
    }
  }

  @Test func `a stop that overtakes a start and its seek consumes both`() {
    let rig = Rig([tap(0), buzz(0, 1), tap(0.1, 0.5)], settings: settings { $0.reportsEvents = true })
    rig.send(.start, at: 700, flag: true)
    rig.send(.seek, at: 700, value: 4_800)
    rig.raiseStop()
    rig.run(to: 9_600)
    #expect(rig.notices.filter { $0.kind == .eventStarted }.map(\.index) == [2])
    rig.send(.start)
    rig.run(to: 9_664)
    #expect(rig.notices.filter { $0.kind == .eventStarted }.map(\.index) == [2, 0, 1])
  }

  @Test func `a stop keeps a scheduled start, and a cancel drops it`() {
    for cancels in [false, true] {
      let rig = Rig([tap(0), buzz(0, 0.01)])
      rig.send(.start, at: 2_000)
      rig.raiseStop(cancels: cancels)
      let tapOnly = Rig([tap(0)])
      tapOnly.send(.start, at: 2_000, flag: true)
      tapOnly.raiseStop(cancels: cancels)
      for each in [rig, tapOnly] { each.run(to: 4_800) }
      // Only the renderer knows whether the cancel came before the start.
      #expect(rig.frames(.playerFinished) == (cancels ? [0] : [2_708]))
      #expect((tapOnly.drive.peak > 0) == !cancels)
    }
  }

  @Test func `an end notice carries the number of pending starts`() {
    let rig = Rig([buzz(0, 0.01)])
    rig.send(.start)
    rig.send(.start, at: 4_800)
    rig.send(.start, at: 9_600)
    rig.run(to: 14_400)
    #expect(rig.notices.filter { $0.kind == .playerFinished }.map(\.index) == [2, 1, 0])
  }

  @Test func `a start cancelled before it left the ring is reported as finished`() {
    let rig = Rig([buzz(0, 0.01)])
    let start = rig.raiseStop(cancels: true)
    rig.raiseStop(cancels: true)
    rig.run(to: 640)
    _ = rig.renderer.commands.push(Command(.start(), player: 0, serial: start))
    rig.run(to: 1_280)
    #expect(rig.frames(.playerStarted).isEmpty)
    #expect(rig.notices.filter { $0.kind == .playerFinished }.map(\.serial) == [start])
  }

  @Test func `an applied stop flag is reported as a command would be`() {
    let rig = Rig([buzz(0, 1)], [buzz(0, 1)])
    rig.send(.start, 0)
    rig.send(.start, 1)
    rig.run(to: 640)
    let stop = rig.raiseStop(0)
    rig.run(to: 1_280)
    let cancel = rig.raiseStop(1, cancels: true)
    let unknown = rig.raiseStop(7)
    rig.run(to: 9_600)
    let applied = rig.notices.filter { $0.kind == .commandApplied }.suffix(2)
    #expect(applied.map(\.serial) == [stop, cancel])
    #expect(applied.map(\.frame) == [640, 1_280])
    #expect(applied.map(\.player) == [0, 1])
    #expect(rig.notices.filter { $0.kind == .commandRefused }.map(\.serial) == [unknown])
  }

  // PLAY-8
  @Test func `stopping twice or stopping an idle player is allowed`() {
    let rig = Rig([buzz(0, 1)])
    rig.raiseStop()
    rig.send(.stop, at: 100)
    rig.run(to: 640)
    rig.send(.start)
    rig.send(.stop, at: 1_000)
    rig.send(.stop, at: 1_001)
    rig.run(to: 1_280)
    rig.raiseStop()
    rig.raiseStop(cancels: true)
    rig.run(to: 2_560)
    #expect(rig.frames(.playerFinished) == [1_000])
  }

  // PLAY-2
  @Test func `a start while playing restarts without a click`() {
    let rig = Rig([buzz(0, 0.2, 1, 0)])
    rig.send(.start)
    rig.send(.start, at: 4_800)
    rig.run(to: 19_200)
    #expect(rig.frames(.playerFinished) == [4_800 + 9_600])
    let calm = rig.drive.part(0.02, 0.09).largestStep
    #expect(rig.drive.part(0.099, 0.11).largestStep < calm * 1.2)
  }

  // PLAY-3
  @Test func `a stopped player restarts from the beginning`() {
    let rig = Rig([tap(0), buzz(0.05, 0.05)])
    rig.send(.start)
    rig.send(.stop, at: 1_280)
    rig.send(.start, at: 6_400)
    rig.run(to: 12_800)
    #expect(rig.drive.samples[6_400..<7_040].elementsEqual(rig.drive.samples[0..<640]))
    #expect(rig.frames(.playerFinished) == [1_280, 6_400 + 4_800])
  }

  // RENDER-8
  @Test func `the renderer is exactly silent after everything has ended`() {
    let rig = Rig([tap(0), buzz(0, 0.05), tone(0, 0.05)])
    rig.run(to: 640)
    #expect(rig.isSilent)
    rig.send(.start)
    rig.run(to: 704)
    #expect(!rig.isSilent)
    rig.run(to: 72_000)
    #expect(rig.isSilent)
    for recording in [rig.drive, rig.acceleration, rig.left, rig.right] {
      #expect(recording.part(1.4, 1.5).peak == 0)
      #expect(recording.peak > 0)
    }
    #expect(rig.meters == (0, 0))
    rig.send(.start)
    rig.run(to: 76_800)
    #expect(rig.drive.samples[72_000..<76_800].elementsEqual(rig.drive.samples[640..<5_440]))
  }
}
