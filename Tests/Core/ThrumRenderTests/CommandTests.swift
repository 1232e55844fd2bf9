import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

@Suite struct CommandTests {
  private static let mixed = [
    buzz(0, 0.05, 0.8, 0.2), tap(0.01, 1, 0.9), tone(0.005, 0.04), jump(.hapticIntensityControl, 0.5, 0.03),
    curve(.hapticSharpnessControl, 0.01, [(0, 0), (0.03, 0.5)]),
  ]

  private func played(at frame: SampleTime, _ entries: [PatternEntry] = mixed, to end: SampleTime = 9_600)
    -> Rig
  {
    let rig = Rig(entries)
    rig.send(.start, at: frame)
    rig.run(to: end)
    return rig
  }

  // RENDER-6
  @Test func `the same commands produce the same samples at any block size`() {
    let whole = played(at: 1_000)
    let pieces = Rig(Self.mixed)
    pieces.send(.start, at: 1_000)
    for end in stride(from: SampleTime(64), through: 9_600, by: 64) { pieces.run(to: end) }
    #expect(whole.drive.samples == pieces.drive.samples)
    #expect(whole.left.samples == pieces.left.samples)
    #expect(whole.left.peak > 0)
    // As a device fetches them: its periods are not whole quanta.
    let fetched = Rig(Self.mixed)
    fetched.send(.start, at: 1_000)
    for (channel, samples) in zip(fetched.fetch(9_600, by: [1, 63, 37, 441, 64, 7]), [whole.left, whole.right]) {
      #expect(channel.map { Double($0) } == samples.samples)
    }
  }

  @Test func `a start delayed by whole quanta produces the same samples, equally delayed`() {
    let early = played(at: 0)
    let late = played(at: 640)
    #expect(late.drive.samples[640...].elementsEqual(early.drive.samples.dropLast(640)))
    #expect(late.left.samples[640...].elementsEqual(early.left.samples.dropLast(640)))
  }

  // PLAY-1
  @Test(arguments: [0, 1, 37, 63, 64, 65, 1_000, 4_799])
  func `a start takes effect at its frame, even inside a quantum`(frame: Int) {
    let early = played(at: 0)
    let late = played(at: SampleTime(frame))
    // The sine begins at 0 on the frame of the start, so the next one is the first that differs from silence.
    #expect(late.drive.onset() == frame + 1)
    #expect(late.frames(.playerStarted) == [frame])
    let shifted = Recording(samples: Array(late.drive.samples[frame...]))
    // Frequency and volts follow a curve linearly between quanta, which are now aligned differently.
    #expect(shifted.difference(from: early.drive) < 2e-3)
    let steady = [buzz(0, 0.05, 0.8, 0.2), tap(0.01, 1, 0.9)]
    let exact = Recording(samples: Array(played(at: SampleTime(frame), steady).drive.samples[frame...]))
    #expect(exact.difference(from: played(at: 0, steady).drive) < 5e-6)
  }

  // PLAY-1
  @Test func `an immediate command takes effect at the first frame not yet rendered`() {
    let rig = Rig([tap(0)])
    rig.run(to: 640)
    rig.send(.start)
    rig.send(.start, at: 3)  // in the past: now
    rig.run(to: 1_280)
    #expect(rig.frames(.playerStarted) == [640, 640])
    #expect(rig.drive.onset() == 641)
  }

  // PLAY-4
  @Test func `players started together sound together, and their patterns add up`() {
    let both = Rig([buzz(0, 0.05, 0.5, 0)], [buzz(0, 0.05, 0.5, 1)])
    both.send(.start, 0, at: 333)
    both.send(.start, 1, at: 333)
    both.run(to: 4_800)
    let first = played(at: 333, [buzz(0, 0.05, 0.5, 0)])
    let second = played(at: 333, [buzz(0, 0.05, 0.5, 1)])
    #expect(both.frames(.playerStarted) == [333, 333])
    let sum = Recording(samples: zip(first.drive.samples, second.drive.samples).map { $0 + $1 })
    #expect(both.drive.difference(from: sum) < 1e-6)
  }

  // PLAY-36
  @Test func `commands for the same frame take effect in the order they were sent`() {
    let rig = Rig([buzz(0, 0.1)])
    rig.send(.start, at: 500)
    rig.send(.setControl, at: 1_200, value: 0)
    rig.send(.setControl, at: 1_200, value: 1)
    rig.send(.setControl, at: 2_400, value: 1)
    rig.send(.setControl, at: 2_400, value: 0)
    rig.run(to: 4_800)
    #expect(rig.drive.part(0.035, 0.05).peak > 0.8)
    #expect(rig.drive.part(0.053, 0.1).peak == 0)
  }

  // PLAY-36
  @Test func `a full command ring rejects commands, loses none and lets a stop through`() {
    let rig = Rig([buzz(0, 1)], settings: settings { $0.commandCapacity = 8 })
    rig.send(.start)
    rig.run(to: 4_800)
    var sent = 0
    for round in 0..<3 {
      while rig.send(.setControl, at: 1_000_000, value: 0.5) != nil { sent += 1 }
      rig.run(to: SampleTime(4_864 + 64 * round))
    }
    #expect(sent == 16)  // eight wait in the queue, eight in the ring
    #expect(rig.send(.stop) == nil)
    let now = rig.renderer.now
    rig.raiseStop()
    rig.run(to: 9_600)
    #expect(rig.frames(.playerFinished) == [Int(now)])
    #expect(rig.drive.part(0.12, 0.2).peak == 0)
  }

  @Test func `a stop flag takes effect in order with the commands around it`() {
    let rig = Rig([buzz(0, 1)])
    rig.send(.start)
    rig.run(to: 640)
    rig.send(.setControl, value: 0.5)
    rig.raiseStop()
    rig.send(.start)
    rig.run(to: 1_280)
    #expect(rig.frames(.playerFinished) == [640])
    #expect(rig.frames(.playerStarted) == [0, 640])
  }

  // PLAY-7
  @Test func `a cancel discards pending starts, and a stop keeps them`() {
    for cancels in [true, false] {
      let rig = Rig([tap(0)])
      rig.send(.start, at: 2_000)
      rig.raiseStop(cancels: cancels)
      rig.run(to: 4_800)
      #expect(rig.frames(.playerStarted) == (cancels ? [] : [2_000]))
      #expect(rig.drive.peak == 0 || !cancels)
    }
  }

  @Test(arguments: [true, false])
  func `the renderer reports whether it is silent and no start is pending`(synthesises: Bool) {
    let rig = Rig([buzz(0, 0.05)], settings: settings { $0.synthesises = synthesises })
    var shown: [Bool] = [rig.renderer.controls.status.isSilent]
    func look(after frame: SampleTime) {
      rig.run(to: frame)
      shown.append(rig.renderer.controls.status.isSilent)
    }
    look(after: 640)
    rig.send(.start, at: 4_000)
    look(after: 704)
    look(after: 4_800)
    look(after: 48_000)
    rig.send(.start, at: 96_000)
    look(after: 48_064)
    rig.raiseStop()
    look(after: 48_128)
    rig.raiseStop(cancels: true)
    look(after: 48_192)
    rig.send(.start)
    rig.send(.pause, at: 49_000)
    look(after: 60_000)
    rig.raiseStop()
    look(after: 96_064)
    #expect(shown == [true, true, false, false, true, false, false, true, false, true])
    #expect(rig.frames(.playerStarted) == [4_000, 48_192])
  }

  @Test func `commands for players that do not exist are rejected`() {
    let rig = Rig([tap(0)])
    for player in [-1, 5, 64, 1_000_000] { rig.send(.start, player) }
    rig.run(to: 64)
    #expect(rig.frames(.commandRefused).count == 4)
    #expect(rig.drive.peak == 0)
  }

  @Test func `a released player frees its slot when its tail has ended`() {
    let rig = Rig([buzz(0, 1, 1, 0.5, [.releaseTime: 0.5])])
    rig.send(.start)
    rig.send(.release, at: 4_800)
    rig.run(to: 14_400)
    // t(0.5) = 5 ms · √300 = 86.6 ms.
    let released = rig.frames(.playerReleased)
    #expect(released.count == 1 && abs((released.first ?? 0) - 4_800 - 4_157) <= 64)
    #expect(rig.frames(.playerFinished) == [4_800])
  }

  @Test func `event notices contain the frame, the index and the values`() {
    let rig = Rig(
      [tap(0.001, 0.8, 0.3), buzz(0.002, 0.01, 0.5, 0.7), jump(.hapticIntensityControl, 0.5, 0)],
      settings: settings { $0.reportsEvents = true })
    rig.send(.start, at: 100)
    rig.run(to: 1_280)
    let events = rig.notices.filter { $0.kind == .eventStarted }
    #expect(events.map(\.frame) == [148, 196])
    #expect(events.map(\.index) == [0, 1])
    #expect(events.map(\.values) == [[0.4, 0.3], [0.25, 0.7]])
  }
}
