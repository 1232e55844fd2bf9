import CRealtime
import Glibc
import ThrumDevice
import ThrumSystem
import Synchronization

/// Ends connections that take too long, and the idle ones among too many: who sends a byte now and then keeps a connection,
/// but not forever.
///
/// A thread of its own watches the clock, from `start` to `stop`.
final class ConnectionDeadlines: Sendable {
  private struct State {
    var table: ConnectionTable
    /// When the thread looks next.
    var wakeTime = Double.infinity
    var isOver = false
  }

  private let state: Mutex<State>
  /// Wakes the thread.
  private let wake: Int32

  init(capacity: Int, requestSeconds: Double) {
    state = Mutex(State(table: ConnectionTable(capacity: capacity, requestSeconds: requestSeconds)))
    wake = thrum_event_make()
  }

  deinit { if wake >= 0 { thrum_event_close(wake) } }

  /// Starts the thread.
  ///
  /// - Throws: ``StudioError`` when the system has no thread or no descriptor left.
  func start() throws(StudioError) {
    guard wake >= 0 else { throw .system("the system has no file descriptor left for the studio's server") }
    do throws(ThreadError) {
      try startThread("thrum-deadlines") { [self] in watch() }
    } catch { throw .system("the system has no thread left for the studio's server") }
  }

  /// Ends the thread.
  func stop() {
    state.withLock { $0.isOver = true }
    if wake >= 0 { thrum_event_raise(wake) }
  }

  /// A connection has begun; when there are too many, the one that has waited longest ends.
  func open(_ socket: Int32) {
    note(socket) { table, now in
      if let oldest = table.open(socket, now: now) { end(oldest) }
    }
  }

  /// A connection has ended.
  func close(_ socket: Int32) { note(socket) { table, _ in table.close(socket) } }

  /// A request's head has come.
  func headHasCome(_ socket: Int32) { note(socket) { table, _ in table.headHasCome(socket) } }

  /// The client waits for us, for as long as it takes.
  func beginWork(_ socket: Int32) { note(socket) { table, _ in table.beginWork(socket) } }

  /// We wait for the client, until its next deadline.
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

  /// Ends what is overdue and returns when to look again; `nil` when the server is over.
  private func endOverdue() -> Double? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      for socket in state.table.takeOverdue(now: ConnectionDeadlines.now) { end(socket) }
      state.wakeTime = state.table.nextDeadline ?? .infinity
      return state.wakeTime
    }
  }

  /// Must be called with the lock: the descriptor is still the connection's, which leaves the table before it is closed.
  private func end(_ socket: Int32) { shutdown(socket, Int32(SHUT_RDWR)) }

  /// Monotonic seconds.
  private static var now: Double { Double(thrum_monotonic_nanoseconds()) * 1e-9 }
}
