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
