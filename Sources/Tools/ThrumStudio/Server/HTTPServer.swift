import CMicroHTTPD
import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumSystem
import Synchronization

/// A small HTTP server on the loopback interface, through libmicrohttpd: a thread for each connection, and a bound for
/// everything that a client can ask of us.
final class HTTPServer: Sendable {
  /// What clients may ask for.
  struct Limits: Sendable {
    /// Connections at a time; a further one takes the place of one that waits for its client, first of one that has asked
    /// for nothing.
    var connections = 128
    /// Connections with those that are about to end; libmicrohttpd closes further ones at once.
    var allConnections: Int { 2 * connections }
    /// A connection without a byte is closed after so long, s.
    var idleSeconds = 30
    /// A request has to be complete within so long of its connection's opening, or of the answer before it, s.
    var requestSeconds = 60.0
    /// Bytes of a request's head, and of what the answer's head takes.
    var headBytes = 32_768
    /// Bytes of a request's body.
    var bodyBytes = 128 << 20
    /// WebSockets at a time.
    var webSockets = 16
    /// A WebSocket that does not end with the server is left behind after this long, s.
    var stopSeconds = 5.0
  }

  /// 127.0.0.1: who is on another machine does not reach us.
  private static let loopback: UInt32 = 0x7F00_0001

  let limits: Limits
  /// Answers requests, on the connection's thread.
  let responder: HTTPResponder
  let deadlines: ConnectionDeadlines
  /// Starts a WebSocket's thread, or throws when the system has none left.
  let startLiveThread: ThreadStarter
  private let daemon = Mutex<Daemon?>(nil)
  let openWebSockets = Atomic<Int>(0)
  /// Set when the server ends; WebSockets look at it.
  let isStopping = Atomic<Bool>(false)

  /// What listens.
  private struct Daemon: Sendable {
    /// Safety: libmicrohttpd's functions may be called on any thread; `stop` takes it once.
    nonisolated(unsafe) let handle: OpaquePointer
  }

  /// What starts a thread.
  typealias ThreadStarter = @Sendable (String, @escaping @Sendable () -> Void) throws(ThreadError) -> Void

  init(limits: Limits = Limits(), responder: HTTPResponder, startLiveThread: @escaping ThreadStarter = startThread) {
    self.limits = limits
    self.responder = responder
    self.startLiveThread = startLiveThread
    deadlines = ConnectionDeadlines(capacity: limits.connections, requestSeconds: limits.requestSeconds)
  }

  /// Listens, and returns the port.
  ///
  /// - Parameter port: 0 takes one that is free.
  /// - Throws: `StudioError` when the port is taken, or not ours to take, and when the system has no thread left.
  func start(port: UInt16) throws(StudioError) -> UInt16 {
    if let problem = thrum_http_load() {
      throw StudioError("cannot serve the studio: \(String(cString: problem))", kind: .library)
    }
    try deadlines.start()
    let bounds = thrum_http_limits(
      connections: UInt32(limits.allConnections), idle_seconds: UInt32(limits.idleSeconds),
      head_bytes: limits.headBytes)
    errno = 0
    // The daemon keeps the server until `stop`. Without that its last reference could be the one that a request holds, and
    // the daemon's own thread would then wait for itself.
    let context = Unmanaged.passRetained(self)
    guard
      let started = thrum_http_start(
        HTTPServer.loopback, port, bounds, HTTPServer.handle, HTTPServer.didComplete, HTTPServer.didConnect,
        context.toOpaque())
    else {
      let error = StudioError.listening(port, errno)
      context.release()
      deadlines.stop()
      throw error
    }
    let daemon = Daemon(handle: started)
    self.daemon.withLock { $0 = daemon }
    return thrum_http_port(started)
  }

  /// Ends all connections and the threads; must be called once a start has succeeded, never from a handler.
  ///
  /// A WebSocket whose thread hangs, for instance because the system has no threads left for its engine, is left behind with the
  /// daemon's memory.
  func stop() {
    isStopping.store(true, ordering: .releasing)
    guard let started = daemon.withLock({ $0.take() })?.handle else { return }
    // Nobody new; whom we talk to is notified, then the threads are waited for.
    let listener = MHD_quiesce_daemon(started)
    if listener >= 0 { close(listener) }
    let deadline = ContinuousClock.now + .seconds(limits.stopSeconds)
    while openWebSockets.load(ordering: .acquiring) > 0, ContinuousClock.now < deadline { usleep(2_000) }
    deadlines.stop()
    guard openWebSockets.load(ordering: .acquiring) == 0 else { return }
    MHD_stop_daemon(started)
    // Safety: balances the reference that the daemon was started with; its address is taken once.
    Unmanaged.passUnretained(self).release()
  }
}
