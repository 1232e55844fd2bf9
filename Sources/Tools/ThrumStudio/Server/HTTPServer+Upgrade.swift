import CMicroHTTPD
import Glibc
import Synchronization
import ThrumSystem

/// A WebSocket slot, claimed before the handshake and freed when the connection ends.
final class TakeOver: Sendable {
  private let server: HTTPServer
  private let body: @Sendable (WebSocket) -> Void
  /// Whether the connection was handed over, or never will be.
  private let isClaimed = Atomic<Bool>(false)

  init?(_ server: HTTPServer, _ body: @escaping @Sendable (WebSocket) -> Void) {
    self.server = server
    self.body = body
    guard server.openWebSockets.add(1, ordering: .acquiringAndReleasing).newValue <= server.limits.webSockets else {
      server.openWebSockets.subtract(1, ordering: .releasing)
      return nil
    }
  }

  /// Frees the slot if the client left before the handshake.
  func giveUp() {
    if !isClaimed.exchange(true, ordering: .acquiringAndReleasing) { leave() }
  }

  /// Serves a connection on its own thread. If no thread or descriptor is left, refuses with 1013 (try later).
  ///
  /// - Parameter connection: libmicrohttpd's descriptor, which is duplicated.
  func serve(_ connection: Int32, early: [UInt8]) {
    guard !isClaimed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let socket = fcntl(connection, F_DUPFD_CLOEXEC, 0)
    guard socket >= 0 else {
      WebSocket.refuse(connection, 1013)
      return leave()
    }
    do throws(ThreadError) {
      try server.startLiveThread("thrum-live") { [self] in
        body(WebSocket(socket, early: early) { [server] in server.isStopping.load(ordering: .acquiring) })
        close(socket)
        leave()
      }
    } catch {
      WebSocket.refuse(socket, 1013)
      close(socket)
      leave()
    }
  }

  private func leave() { server.openWebSockets.subtract(1, ordering: .releasing) }
}

extension HTTPServer {
  /// Sends a handshake, or returns `nil` if all slots are in use.
  func upgrade(
    _ response: HTTPResponse, _ body: @escaping @Sendable (WebSocket) -> Void, _ connection: OpaquePointer,
    _ arrival: Arrival
  ) -> MHD_Result? {
    guard let takeOver = TakeOver(self, body) else { return nil }
    // Safety: the arrival retains it until `didComplete`, which follows `didUpgrade`.
    arrival.takeOver = takeOver
    let context = Unmanaged.passUnretained(takeOver).toOpaque()
    return queue(MHD_create_response_for_upgrade(HTTPServer.didUpgrade, context), response, connection)
  }

  private static let didUpgrade: MHD_UpgradeHandler = { context, _, _, extra, extraSize, socket, handle in
    guard let context, let handle else { return }
    // Close on this thread, which libmicrohttpd joins before freeing the connection. Otherwise version 0.9.75 can free
    // it before MHD_upgrade_action returns, although that function still writes to it.
    defer { thrum_http_close(handle) }
    let takeOver = Unmanaged<TakeOver>.fromOpaque(context).takeUnretainedValue()
    let early = extra.map { UnsafeRawBufferPointer(start: $0, count: extraSize).map(\.self) } ?? []
    takeOver.serve(socket, early: early)
  }
}
