import CRealtime
import Glibc
import Synchronization
import ThrumDevice
import ThrumSystem

/// Closes overdue connections, even those that send an occasional byte, and idle ones if there are too many or the
/// process is about to run out of descriptors.
///
/// Has its own thread from `start` to `stop`.
final class ConnectionDeadlines: Sendable {
  private struct State {
    var table: ConnectionTable
    /// In monotonic seconds.
    var wakeTime = Double.infinity
    var isOver = false
  }

  private let state: Mutex<State>
  /// Eventfd that wakes the thread.
  private let wake: Int32

  init(capacity: Int, requestSeconds: Double) {
    state = Mutex(State(table: ConnectionTable(capacity: capacity, requestSeconds: requestSeconds)))
    wake = thrum_event_make()
  }

  deinit { if wake >= 0 { thrum_event_close(wake) } }

  /// - Throws: ``StudioError`` if no thread or descriptor is left.
  func start() throws(StudioError) {
    guard wake >= 0 else { throw .system("the system has no free file descriptor for the studio's server") }
    do throws(ThreadError) {
      try startThread("thrum-deadlines") { [self] in watch() }
    } catch { throw .system("the system cannot start another thread for the studio's server") }
  }

  func stop() {
    state.withLock { $0.isOver = true }
    if wake >= 0 { thrum_event_raise(wake) }
  }

  func open(_ socket: Int32) {
    let hasRoom = ConnectionDeadlines.hasSpareDescriptors
    note(socket) { table, now in
      if let oldest = table.open(socket, now: now, hasRoom: hasRoom) { end(oldest) }
    }
  }

  /// Whether some descriptors are left for connections that arrive before a closed one has freed its own.
  private static var hasSpareDescriptors: Bool {
    let spares = (0..<4).map { _ in thrum_event_make() }
    defer { for spare in spares { thrum_event_close(spare) } }
    return spares.allSatisfy { $0 >= 0 }
  }

  func close(_ socket: Int32) { note(socket) { table, _ in table.close(socket) } }

  func headHasCome(_ socket: Int32) { note(socket) { table, _ in table.headHasCome(socket) } }

  /// Suspends the deadline while the studio prepares the response.
  func beginWork(_ socket: Int32) { note(socket) { table, _ in table.beginWork(socket) } }

  func wait(_ socket: Int32, for phase: ConnectionTable.Phase) {
    note(socket) { table, now in table.wait(socket, for: phase, now: now) }
  }

  private func note(_ socket: Int32, _ change: (inout ConnectionTable, Double) -> Void) {
    guard socket >= 0 else { return }
    let isSooner = state.withLock { state in
      change(&state.table, ConnectionDeadlines.now)
      return (state.table.nextDeadline ?? .infinity) < state.wakeTime
    }
    if isSooner { thrum_event_raise(wake) }
  }

  private func watch() {
    while let deadline = endOverdue() {
      let nanoseconds = deadline < .infinity ? UInt64(deadline * 1e9) + 1000 : UInt64(Int64.max)
      _ = thrum_event_wait_until(wake, nanoseconds)
    }
  }

  /// Returns the next deadline, or `nil` once stopped.
  private func endOverdue() -> Double? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      for socket in state.table.takeOverdue(now: ConnectionDeadlines.now) { end(socket) }
      state.wakeTime = state.table.nextDeadline ?? .infinity
      return state.wakeTime
    }
  }

  /// The caller holds the lock. A connection leaves the table before its descriptor closes, so the descriptor is valid.
  private func end(_ socket: Int32) { shutdown(socket, Int32(SHUT_RDWR)) }

  private static var now: Double { Double(thrum_monotonic_nanoseconds()) * 1e-9 }
}
