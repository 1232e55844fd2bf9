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
