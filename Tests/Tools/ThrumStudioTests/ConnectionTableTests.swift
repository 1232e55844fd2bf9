import Glibc
import Testing

@testable import ThrumStudio

/// Which connections are closed, decided on given times.
@Suite("Studio: connections")
struct ConnectionTableTests {
  // WEB-14
  @Test func `idle connections are closed, oldest first, to make room for new ones`() {
    var table = ConnectionTable(capacity: 128, requestSeconds: 60)
    var ended: [Int32] = []
    for socket in 0..<300 as Range<Int32> {
      if let oldest = table.open(socket, now: Double(socket) * 0.001) { ended.append(oldest) }
    }
    #expect(ended == Array(0..<172))
  }

  // WEB-14
  @Test func `without room for another connection, the oldest idle one is closed, however few there are`() {
    var table = ConnectionTable(capacity: 128, requestSeconds: 60)
    #expect(table.open(5, now: 0) == nil)
    #expect(table.open(6, now: 1, hasRoom: false) == 5)
    #expect(table.open(7, now: 2, hasRoom: false) == 6)
    table.beginWork(7)
    #expect(table.open(8, now: 3, hasRoom: false) == nil, "the request that is being answered stays")
  }

  // WEB-14
  @Test func `connections that have sent no request are closed before those that have`() {
    var table = ConnectionTable(capacity: 7, requestSeconds: 60)
    for socket in 0..<7 as Range<Int32> { #expect(table.open(socket, now: 0) == nil) }
    table.headHasCome(0)
    table.beginWork(1)
    for socket in 2..<6 as Range<Int32> { table.wait(socket, for: .client, now: Double(socket)) }
    #expect(table.open(7, now: 10) == 6, "the only one without a head")
    #expect(table.open(8, now: 11) == 7)
    table.headHasCome(8)
    #expect(table.open(9, now: 12) == 0, "then the one that has waited longest for its client")
    for socket in [2, 3, 4, 5, 8, 9] as [Int32] { table.beginWork(socket) }
    #expect(table.open(10, now: 13) == nil, "never one whose request is being answered, nor the new one")
  }

  // WEB-9
  @Test func `a deadline counts from the connection's opening or from the previous response`() {
    var table = ConnectionTable(capacity: 7, requestSeconds: 60)
    #expect(table.nextDeadline == nil)
    _ = table.open(1, now: 100)
    _ = table.open(2, now: 101)
    table.headHasCome(1)
    #expect(table.nextDeadline == 160)
    #expect(table.takeOverdue(now: 159.9) == [])
    table.beginWork(2)
    #expect(table.takeOverdue(now: 1000) == [1])
    #expect(table.takeOverdue(now: 1000) == [], "each is reported once")
    table.wait(2, for: .client, now: 1000)
    #expect(table.nextDeadline == 1060)
    table.close(2)
    #expect(table.nextDeadline == nil)
  }

  @Test func `closed connections free their slots`() {
    var table = ConnectionTable(capacity: 7, requestSeconds: 60)
    for socket in 0..<100 as Range<Int32> {
      #expect(table.open(socket, now: 0) == nil)
      table.close(socket)
    }
  }

  @Test(
    arguments: [
      (EAGAIN, .system), (EMFILE, .system), (ENOMEM, .system), (EADDRINUSE, .port), (EACCES, .port), (0, .port),
    ] as [(Int32, StudioError.Kind)])
  func `a failed start names the port or the system as its cause`(
    _ number: Int32, _ kind: StudioError.Kind
  ) {
    #expect(StudioError.listening(.loopback, 80, number).kind == kind)
  }
}
