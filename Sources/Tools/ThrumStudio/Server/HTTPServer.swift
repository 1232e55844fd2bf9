import CWeb
import FoundationEssentials
import Glibc
import Synchronization
import ThrumDevice
import ThrumSystem

/// A small HTTP server on one address, based on libmicrohttpd. Has one thread per connection, and limits everything
/// that a client can use.
final class HTTPServer: Sendable {
  struct Limits: Sendable {
    /// Maximum number of connections. Beyond it, a new connection replaces a waiting one, preferably one that has not
    /// sent a request.
    var connections = 128
    /// Maximum number per address, or 0 for no limit.
    var clientConnections = 0
    /// Includes connections being closed. libmicrohttpd rejects further ones.
    var allConnections: Int { 2 * connections }
    /// Idle time after which a connection closes.
    var idleSeconds = 30
    /// Time for a complete request, from the connection's opening or the previous response.
    var requestSeconds = 60.0
    /// Maximum size of a request's head plus the response's.
    var headBytes = 32_768
    var bodyBytes = 128 << 20
    var webSockets = 16
    /// Time that `stop` waits for WebSockets.
    var stopSeconds = 5.0
  }

  let address: IPv4Address
  let limits: Limits
  let responder: HTTPResponder
  let deadlines: ConnectionDeadlines
  let startLiveThread: ThreadStarter
  private let daemon = Mutex<Daemon?>(nil)
  let openWebSockets = Atomic<Int>(0)
  let isStopping = Atomic<Bool>(false)

  private struct Daemon: Sendable {
    /// Safety: libmicrohttpd's functions may be called on any thread; `stop` takes the handle once.
    nonisolated(unsafe) let handle: OpaquePointer
  }

  typealias ThreadStarter = @Sendable (String, @escaping @Sendable () -> Void) throws(ThreadError) -> Void

  init(
    address: IPv4Address = .loopback, limits: Limits = Limits(), responder: HTTPResponder,
    startLiveThread: @escaping ThreadStarter = startThread
  ) {
    self.address = address
    self.limits = limits
    self.responder = responder
    self.startLiveThread = startLiveThread
    deadlines = ConnectionDeadlines(capacity: limits.connections, requestSeconds: limits.requestSeconds)
  }

  /// Listens on the first available port and returns it.
  ///
  /// - Throws: ``StudioError`` if no port is available, the library is missing, or no thread is left.
  func start(ports: [UInt16]) throws(StudioError) -> UInt16 {
    if let problem = thrum_http_load() {
      throw StudioError("cannot serve the studio: \(String(cString: problem))", kind: .library)
    }
    try deadlines.start()
    let bounds = thrum_http_limits(
      connections: UInt32(limits.allConnections), per_client: UInt32(limits.clientConnections),
      idle_seconds: UInt32(limits.idleSeconds),
      head_bytes: limits.headBytes)
    // The daemon retains the server until `stop`. If a request held the last reference, the daemon's thread would wait
    // for itself.
    let context = Unmanaged.passRetained(self)
    var error = StudioError.listening(address, 0, 0)
    for port in ports {
      errno = 0
      if let started = thrum_http_start(
        address.value, port, bounds, HTTPServer.handle, HTTPServer.didComplete, HTTPServer.didConnect,
        context.toOpaque())
      {
        let daemon = Daemon(handle: started)
        self.daemon.withLock { $0 = daemon }
        return thrum_http_port(started)
      }
      error = StudioError.listening(address, port, errno)
      guard error.kind == .port else { break }
    }
    context.release()
    deadlines.stop()
    throw error
  }

  /// Closes all connections and waits for their threads, at most ``Limits/stopSeconds`` for WebSockets. Required after
  /// a successful start. Not allowed in a handler.
  func stop() {
    isStopping.store(true, ordering: .releasing)
    guard let started = daemon.withLock({ $0.take() })?.handle else { return }
    // Accept no new connections, let WebSockets notice `isStopping`, then wait for the threads.
    let listener = MHD_quiesce_daemon(started)
    if listener >= 0 { close(listener) }
    let deadline = ContinuousClock.now + .seconds(limits.stopSeconds)
    while openWebSockets.load(ordering: .acquiring) > 0, ContinuousClock.now < deadline { usleep(2_000) }
    deadlines.stop()
    MHD_stop_daemon(started)
    // Safety: balances `passRetained` in `start`; the handle is taken once.
    Unmanaged.passUnretained(self).release()
  }
}

/// A request's state, held by libmicrohttpd until completion.
final class Arrival {
  var request: IncomingRequest
  var takeOver: TakeOver?
  init(_ head: HTTPRequest) { request = IncomingRequest(head) }
}

extension HTTPServer {
  // MARK: libmicrohttpd callbacks, on the connection's thread

  static let didConnect: MHD_NotifyConnectionCallback = { context, connection, _, event in
    guard let context, let connection else { return }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let socket = thrum_http_socket(connection)
    if thrum_http_is_opening(event) != 0 { server.deadlines.open(socket) } else { server.deadlines.close(socket) }
  }

  static let didComplete: MHD_RequestCompletedCallback = { context, connection, arrival, outcome in
    if let address = arrival?.pointee {
      let known = Unmanaged<Arrival>.fromOpaque(address).takeRetainedValue()
      arrival?.pointee = nil
      known.takeOver?.giveUp()
    }
    guard let context, let connection, thrum_http_is_complete(outcome) != 0 else { return }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    server.deadlines.wait(thrum_http_socket(connection), for: .head)
  }

  static let handle: MHD_AccessHandlerCallback = { context, connection, path, method, version, data, size, arrival in
    guard let context, let connection, let path, let method, let version, let size, let arrival else { return .NO }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    if let address = arrival.pointee {
      let known = Unmanaged<Arrival>.fromOpaque(address).takeUnretainedValue()
      if size.pointee > 0 {
        server.take(data, size, known)
        return .YES
      }
      return server.finish(known, connection)
    }
    let head = HTTPServer.head(connection, path: String(cString: path), method: String(cString: method))
    let new = Arrival(head)
    arrival.pointee = Unmanaged.passRetained(new).toOpaque()
    server.deadlines.headHasCome(thrum_http_socket(connection))
    guard thrum_http_hides_bytes(connection, method, version) == 0 else {
      let refusal = HTTPResponse.refusal(400, "badHead", "the request's head contains NUL, or a line without CRLF")
      return server.send(server.responder.complete(refusal), connection, new)
    }
    // Leaves the body of a refused request unread.
    if let refusal = server.responder.refusal(head) { return server.send(refusal, connection, new) }
    return .YES
  }

  // MARK: Reading

  private func take(_ data: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>, _ arrival: Arrival) {
    // Safety: libmicrohttpd owns the bytes until this callback returns.
    responder.append(UnsafeRawBufferPointer(start: data, count: size.pointee), to: &arrival.request)
    size.pointee = 0
  }

  private func finish(_ arrival: Arrival, _ connection: OpaquePointer) -> MHD_Result {
    let socket = thrum_http_socket(connection)
    deadlines.beginWork(socket)
    let response = responder.response(to: arrival.request) { [self] in
      isStopping.load(ordering: .acquiring) || thrum_http_client_has_gone(socket) != 0
    }
    return send(response, connection, arrival)
  }

  private static func head(_ connection: OpaquePointer, path: String, method: String) -> HTTPRequest {
    var request = HTTPRequest(method: method, path: path)
    request.client = IPv4Address(thrum_http_client(connection))
    withUnsafeMutablePointer(to: &request) { request in
      MHD_get_connection_values(
        connection, MHD_ValueKind.HEADER_KIND,
        { context, _, name, value in
          guard let context, let name else { return .YES }
          let request = context.assumingMemoryBound(to: HTTPRequest.self)
          request.pointee.fields.append((String(cString: name).lowercased(), value.map { String(cString: $0) } ?? ""))
          return .YES
        }, request)
      MHD_get_connection_values_n(
        connection, MHD_ValueKind.GET_ARGUMENT_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let context, let name else { return .YES }
          let request = context.assumingMemoryBound(to: HTTPRequest.self)
          let key = text(name, nameSize)
          if request.pointee.query[key] == nil { request.pointee.query[key] = text(value, valueSize) }
          return .YES
        }, request)
    }
    return request
  }

  // MARK: Answering

  private func send(_ response: HTTPResponse, _ connection: OpaquePointer, _ arrival: Arrival) -> MHD_Result {
    if let takeOver = response.takeOver {
      let upgraded = upgrade(response, takeOver, connection, arrival)
      if let upgraded { return upgraded }
      let refusal = HTTPResponse.refusal(503, "tooMany", "there are too many live connections: close other tabs")
      return send(responder.complete(refusal), connection, arrival)
    }
    deadlines.wait(thrum_http_socket(connection), for: .client)
    let made = response.body.withUnsafeBytes { thrum_http_response($0.baseAddress, $0.count) }
    return queue(made, response, connection)
  }

  func queue(_ made: OpaquePointer?, _ response: HTTPResponse, _ connection: OpaquePointer) -> MHD_Result {
    guard let made else { return .NO }
    defer { MHD_destroy_response(made) }
    for field in response.fields { MHD_add_response_header(made, field.name, field.value) }
    return MHD_queue_response(connection, UInt32(clamping: response.status), made)
  }
}

/// Decodes text that may contain NUL bytes. Invalid UTF-8 becomes an empty string.
private func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
  guard let start else { return "" }
  return String(validating: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self) ?? ""
}
