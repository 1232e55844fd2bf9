import Testing
import ThrumDevice
import ThrumRender

/// The rings on a single thread; `ThreadTests` has two.
@Suite struct RingTests {
  /// A copyable wrapper of a ring: `#expect` copies the values it inspects.
  private final class CommandBox {
    private let ring: Ring<Command>
    init(capacity: Int) { ring = Ring(capacity: capacity) }
    deinit { ring.consumer.deallocate() }
    func push(_ player: Int) -> Bool { ring.producer.push(Command(.start(), player: player)) }
    func push(_ players: Range<Int>) -> Bool {
      ring.producer.push(contentsOf: players.map { Command(.start(), player: $0) })
    }
    func pop() -> Int32? { ring.consumer.pop()?.player }
  }

  @Test func `a full ring rejects a push and keeps its contents`() {
    let ring = CommandBox(capacity: 4)
    for player in 0..<4 { #expect(ring.push(player)) }
    #expect(!ring.push(99))
    for player in 0..<4 { #expect(ring.pop() == Int32(player)) }
    #expect(ring.pop() == nil)
  }

  @Test func `a batch is pushed whole or not at all`() {
    let ring = CommandBox(capacity: 8)
    // The indices advance, so some batches wrap around the end of the memory.
    for turn in 0..<20 {
      #expect(ring.push(0..<5))
      #expect(!ring.push(90..<94), "turn \(turn)")
      #expect(ring.push(5..<8))
      #expect(!ring.push(90..<91))
      #expect(ring.push(0..<0))
      for player in 0..<8 { #expect(ring.pop() == Int32(player)) }
      #expect(ring.pop() == nil)
      #expect(!ring.push(0..<9))
      #expect(ring.push(turn) && ring.pop() == Int32(turn))
    }
  }

  @Test func `a ring keeps its elements in order across any number of wraps`() {
    let ring = Ring<Notice>(capacity: 8)
    defer { ring.consumer.deallocate() }
    var expected: SampleTime = 0
    for turn in 0..<1000 {
      for step in 0..<(turn % 8) {
        let isIn = ring.producer.push(Notice(.device(.underrun), frame: expected + SampleTime(step)))
        #expect(isIn)
      }
      for _ in 0..<(turn % 8) {
        let frame = ring.consumer.pop()?.frame
        #expect(frame == expected)
        expected += 1
      }
    }
    let hasContent = ring.consumer.hasContent
    #expect(!hasContent)
  }
}

@Suite struct DeferredNoticeTests {
  @Test func `a full notice ring delays the notice of a player's end but never loses it`() {
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
