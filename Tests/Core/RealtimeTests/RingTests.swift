import ThrumDevice
import ThrumRender
import Testing

/// The rings, one thread at a time; `ThreadTests` has two.
@Suite struct RingTests {
  @Test func `a full ring refuses and keeps what it has`() {
    let ring = CommandRing(capacity: 4)
    defer { ring.deallocate() }
    for player in 0..<4 { #expect(ring.producer.push(Command(.start(), player: player))) }
    #expect(!ring.producer.push(Command(.start(), player: 99)))
    for player in 0..<4 { #expect(ring.consumer.pop()?.player == Int32(player)) }
    #expect(ring.consumer.pop() == nil)
  }

  @Test func `a batch goes in whole or not at all`() {
    let ring = CommandRing(capacity: 8)
    defer { ring.deallocate() }
    func batch(_ players: Range<Int>) -> [Command] { players.map { Command(.start(), player: $0) } }
    // The indices turn, so that batches lie across the end of the memory too.
    for turn in 0..<20 {
      #expect(ring.producer.push(contentsOf: batch(0..<5)))
      #expect(!ring.producer.push(contentsOf: batch(90..<94)), "turn \(turn)")
      #expect(ring.producer.push(contentsOf: batch(5..<8)))
      #expect(!ring.producer.push(contentsOf: batch(90..<91)))
      #expect(ring.producer.push(contentsOf: []))
      for player in 0..<8 { #expect(ring.consumer.pop()?.player == Int32(player)) }
      #expect(ring.consumer.pop() == nil)
      #expect(!ring.producer.push(contentsOf: batch(0..<9)))
      #expect(ring.producer.push(Command(.start(), player: turn)) && ring.consumer.pop()?.player == Int32(turn))
    }
  }

  @Test func `order survives any number of turns`() {
    let ring = NoticeRing(capacity: 8)
    defer { ring.deallocate() }
    var expected: SampleTime = 0
    for turn in 0..<1000 {
      for step in 0..<(turn % 8) {
        #expect(ring.producer.push(Notice(.device(.underrun), frame: expected + SampleTime(step))))
      }
      for _ in 0..<(turn % 8) {
        #expect(ring.consumer.pop()?.frame == expected)
        expected += 1
      }
    }
    #expect(!ring.consumer.hasContent)
  }
}

@Suite struct DeferredNoticeTests {
  @Test func `an end of a player is told late rather than never`() {
    let renderer = UnsafeMutablePointer<Renderer>.allocate(capacity: 1)
    renderer.initialize(to: Renderer(RenderSettings()))
    defer {
      renderer.deinitialize(count: 1)
      renderer.deallocate()
    }
    let schedule = ScheduleMemory(
      events: [ScheduledEvent(kind: .continuous, start: 0, length: 48_000)], segments: [], duration: 48_000)
    var serial: UInt64 = 1
    _ = renderer.pointee.commands.push(
      Command(.install(schedule.schedule), player: 0, serial: serial))
    for _ in 0..<400 {
      for action in [Command.Action.start(), .stop] {
        serial += 1
        _ = renderer.pointee.commands.push(Command(action, player: 0, serial: serial))
      }
      renderer.pointee.renderQuantum()
    }
    #expect(renderer.pointee.lostNotices > 0, "the ring must have been full")
    var ends = 0
    for _ in 0..<10 {
      while let notice = renderer.pointee.notices.pop() { if case .playerFinished = notice.fact { ends += 1 } }
      renderer.pointee.renderQuantum()
    }
    #expect(ends == 400)
  }
}
