import HapticRender
import Synchronization
import Testing

/// The rings between two threads; `make sanitize` runs these under ThreadSanitizer, many times.
@Suite struct RingTests {
  @Test func `a full ring refuses and keeps what it has`() {
    let ring = CommandRing(capacity: 4)
    defer { ring.deallocate() }
    for player in 0..<4 { #expect(ring.push(Command(.start, player: player))) }
    #expect(!ring.push(Command(.start, player: 99)))
    for player in 0..<4 { #expect(ring.pop()?.player == Int32(player)) }
    #expect(ring.pop() == nil)
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

  @Test func `two threads lose nothing and see whole values`() throws {
    let ring = CommandRing(capacity: 64)
    let count: UInt64 = 200_000
    let box = RingBox(ring: ring)
    let signals = ThreadSignals()
    try startThread("ring-producer") { [box] in
      var serial: UInt64 = 1
      while serial <= count {
        let sent = Command(
          .setControl, player: Int(serial % 64), time: SampleTime(serial), serial: serial, value: Double(serial))
        if box.push(sent) { serial += 1 }
      }
      signals.end()
    }
    var expected: UInt64 = 1
    var torn = 0
    while expected <= count {
      guard let command = ring.pop() else { continue }
      let isWhole =
        command.serial == expected && command.time == SampleTime(expected) && command.value == Double(expected)
        && command.player == Int32(expected % 64)
      if !isWhole { torn += 1 }
      expected += 1
    }
    #expect(torn == 0)
    #expect(signals.waitForEnd(seconds: 10))
    ring.deallocate()
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

/// Hands a ring's handle to the producing thread: the address of a copy, which is all that crosses.
private final class RingBox: Sendable {
  private let address: UInt

  init(ring: CommandRing) {
    let copy = UnsafeMutablePointer<CommandRing>.allocate(capacity: 1)
    copy.initialize(to: ring)
    address = UInt(bitPattern: copy)
  }

  deinit { UnsafeMutablePointer<CommandRing>(bitPattern: address)?.deallocate() }

  func push(_ command: Command) -> Bool {
    UnsafePointer<CommandRing>(bitPattern: address)?.pointee.push(command) ?? false
  }
}
