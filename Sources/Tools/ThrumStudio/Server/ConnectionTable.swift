/// The open connections: what each waits for, until when, and which one is closed when there are too many.
///
/// It only decides; `ConnectionDeadlines` has the clock and closes sockets. Times are monotonic seconds.
struct ConnectionTable {
  /// What a connection waits for.
  enum Phase: Int {
    /// Its next request's head: nothing has been asked yet. First to be closed.
    case head
    /// Its client, to send the rest of a request or to take the response.
    case client
    /// Us: a response in the making, or a WebSocket. Never closed from here.
    case server
  }

  private struct Connection {
    var phase = Phase.head
    /// When it is closed unless its client gets on.
    var deadline: Double
    /// Whether it was told to end; it is here until it has.
    var isEnding = false
  }

  private var connections: [Int32: Connection] = [:]
  /// A request has to be complete within this many seconds of its connection's opening, or of the response before it.
  private let requestSeconds: Double
  /// Connections beyond which a new one takes the place of one that waits.
  private let capacity: Int

  init(capacity: Int, requestSeconds: Double) {
    self.capacity = capacity
    self.requestSeconds = requestSeconds
  }

  /// Takes a new connection in, and returns the socket of the one that has to end to make room.
  mutating func open(_ socket: Int32, now: Double) -> Int32? {
    connections[socket] = Connection(deadline: now + requestSeconds)
    let open = connections.filter { !$0.value.isEnding }
    guard open.count > capacity else { return nil }
    // Whoever has asked for nothing, then whoever has waited longest.
    let oldest = open.filter { $0.key != socket && $0.value.phase != .server }
      .min { ($0.value.phase.rawValue, $0.value.deadline) < ($1.value.phase.rawValue, $1.value.deadline) }
    guard let oldest else { return nil }
    connections[oldest.key]?.isEnding = true
    return oldest.key
  }

  /// Notes that a connection has ended.
  mutating func close(_ socket: Int32) { connections[socket] = nil }

  /// Notes that a request's head has come; its deadline stays.
  mutating func headHasCome(_ socket: Int32) { connections[socket]?.phase = .client }

  /// Notes that the client is waiting for us.
  mutating func beginWork(_ socket: Int32) { connections[socket]?.phase = .server }

  /// Notes that we wait for the client again: to take the response, or for the next head after it.
  mutating func wait(_ socket: Int32, for phase: Phase, now: Double) {
    connections[socket]?.phase = phase
    connections[socket]?.deadline = now + requestSeconds
  }

  /// When the next connection is overdue; `nil` when none can be.
  var nextDeadline: Double? { waiting.map(\.value.deadline).min() }

  /// The sockets of connections that are overdue; each is returned once.
  mutating func takeOverdue(now: Double) -> [Int32] {
    let overdue = waiting.filter { $0.value.deadline <= now }.map(\.key)
    for socket in overdue { connections[socket]?.isEnding = true }
    return overdue
  }

  private var waiting: [Int32: Connection] { connections.filter { $0.value.phase != .server && !$0.value.isEnding } }
}
