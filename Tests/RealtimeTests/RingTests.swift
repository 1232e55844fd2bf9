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

  @Test func `two threads never see a part of a batch`() throws {
    let ring = CommandRing(capacity: 64)
    let batches: UInt64 = 4_000
    let box = RingBox(ring: ring)
    let signals = ThreadSignals()
    try startThread("ring-producer") { [box] in
      var batch: UInt64 = 0
      while batch < batches {
        let commands = (0..<5).map { Command(.start, player: $0, serial: 5 * batch + UInt64($0) + 1) }
        if box.push(contentsOf: commands) { batch += 1 }
      }
      signals.end()
    }
    var expected: UInt64 = 1
    var parts = 0
    while expected <= 5 * batches {
      guard let first = ring.pop() else { continue }
      if first.serial != expected { parts += 1 }
      for place: UInt64 in 1..<5 where ring.pop()?.serial != expected + place { parts += 1 }
      expected += 5
    }
    #expect(parts == 0)
    #expect(signals.waitForEnd(seconds: 10))
    ring.deallocate()
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

  func push(contentsOf commands: [Command]) -> Bool {
    UnsafePointer<CommandRing>(bitPattern: address)?.pointee.push(contentsOf: commands) ?? false
  }
}
