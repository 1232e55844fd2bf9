import ThrumRender
import Testing

/// The rings, one thread at a time; `ThreadTests` has two.
@Suite struct RingTests {
  @Test func `a full ring refuses and keeps what it has`() {
    let ring = CommandRing(capacity: 4)
    defer { ring.deallocate() }
    for player in 0..<4 { #expect(ring.push(Command(.start, player: player))) }
    #expect(!ring.push(Command(.start, player: 99)))
    for player in 0..<4 { #expect(ring.pop()?.player == Int32(player)) }
    #expect(ring.pop() == nil)
  }

  @Test func `a batch goes in whole or not at all`() {
    let ring = CommandRing(capacity: 8)
    defer { ring.deallocate() }
    func batch(_ players: Range<Int>) -> [Command] { players.map { Command(.start, player: $0) } }
    // The indices turn, so that batches lie across the end of the memory too.
    for turn in 0..<20 {
      #expect(ring.push(contentsOf: batch(0..<5)))
      #expect(!ring.push(contentsOf: batch(90..<94)), "turn \(turn)")
      #expect(ring.push(contentsOf: batch(5..<8)))
      #expect(!ring.push(contentsOf: batch(90..<91)))
      #expect(ring.push(contentsOf: []))
      for player in 0..<8 { #expect(ring.pop()?.player == Int32(player)) }
      #expect(ring.pop() == nil)
      #expect(!ring.push(contentsOf: batch(0..<9)))
      #expect(ring.push(Command(.start, player: turn)) && ring.pop()?.player == Int32(turn))
    }
  }

  @Test func `order survives any number of turns`() {
    let ring = NoticeRing(capacity: 8)
    defer { ring.deallocate() }
    var expected: SampleTime = 0
    for turn in 0..<1000 {
      for step in 0..<(turn % 8) { #expect(ring.push(Notice(.underrun, frame: expected + SampleTime(step)))) }
      for _ in 0..<(turn % 8) {
        #expect(ring.pop()?.frame == expected)
        expected += 1
      }
    }
    #expect(!ring.hasContent)
  }
}

@Suite struct OwedNoticeTests {
  @Test func `an end of a player is told late rather than never`() {
    let renderer = UnsafeMutablePointer<Renderer>.allocate(capacity: 1)
    renderer.initialize(to: Renderer(RenderSettings()))
    defer {
      renderer.deinitialize(count: 1)
      renderer.deallocate()
    }
    let schedule = ScheduleMemory(
      events: [ScheduledEvent(kind: .continuous, start: 0, length: 48_000)], pieces: [], duration: 48_000)
    var serial: UInt64 = 1
    _ = renderer.pointee.commands.push(
      Command(.install, player: 0, serial: serial, schedule: schedule.schedule))
    for _ in 0..<400 {
      for kind in [Command.Kind.start, .stop] {
        serial += 1
        _ = renderer.pointee.commands.push(Command(kind, player: 0, serial: serial))
      }
      renderer.pointee.renderQuantum()
    }
    #expect(renderer.pointee.lostNotices > 0, "the ring must have been full")
    var ends = 0
    for _ in 0..<10 {
      while let notice = renderer.pointee.notices.pop() { ends += notice.kind == .playerFinished ? 1 : 0 }
      renderer.pointee.renderQuantum()
    }
    #expect(ends == 400)
  }
}
