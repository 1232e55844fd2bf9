import CLinux
import Glibc
import Synchronization
import ThrumDevice
import ThrumSystem

/// The open connections and their deadlines, in monotonic seconds.
struct ConnectionTable {
  /// Event that a connection is waiting for. Connections are closed in the order of these cases.
  enum Phase: Int {
    /// A request.
    case head
    /// The rest of a request, or the client's reading of the response.
    case client
    /// The studio's response, or a WebSocket. Never closed from here.
    case server
  }

  private struct Connection {
    var phase = Phase.head
    var deadline: Double
    /// Whether the socket is shut down but not yet closed.
    var isEnding = false
  }

  private var connections: [Int32: Connection] = [:]
  private let requestSeconds: Double
  private let capacity: Int

  init(capacity: Int, requestSeconds: Double) {
    self.capacity = capacity
    self.requestSeconds = requestSeconds
  }

  /// Returns the socket to close if there are now too many connections, or no room for another one.
  mutating func open(_ socket: Int32, now: Double, hasRoom: Bool = true) -> Int32? {
    connections[socket] = Connection(deadline: now + requestSeconds)
    let open = connections.filter { !$0.value.isEnding }
    guard open.count > capacity || !hasRoom else { return nil }
    // Chooses connections without a request first, then those that have been waiting longest.
    let oldest = open.filter { $0.key != socket && $0.value.phase != .server }
      .min { ($0.value.phase.rawValue, $0.value.deadline) < ($1.value.phase.rawValue, $1.value.deadline) }
    guard let oldest else { return nil }
    connections[oldest.key]?.isEnding = true
    return oldest.key
  }

  mutating func close(_ socket: Int32) { connections[socket] = nil }

  /// Leaves the request's deadline unchanged.
  mutating func headHasCome(_ socket: Int32) { connections[socket]?.phase = .client }

  mutating func beginWork(_ socket: Int32) { connections[socket]?.phase = .server }

  mutating func wait(_ socket: Int32, for phase: Phase, now: Double) {
    connections[socket]?.phase = phase
    connections[socket]?.deadline = now + requestSeconds
  }

  var nextDeadline: Double? { waiting.map(\.value.deadline).min() }

  mutating func takeOverdue(now: Double) -> [Int32] {
    let overdue = waiting.filter { $0.value.deadline <= now }.map(\.key)
    for socket in overdue { connections[socket]?.isEnding = true }
    return overdue
  }

  private var waiting: [Int32: Connection] { connections.filter { $0.value.phase != .server && !$0.value.isEnding } }
}

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
