import CMicroHTTPD
import ThrumSystem
import Synchronization

/// A place among the server's WebSockets: taken before the handshake is answered, given back when the connection is over.
final class TakeOver: Sendable {
  private let server: HTTPServer
  private let body: @Sendable (WebSocket) -> Void
  /// Whether the connection was handed over, or never will be.
  private let isClaimed = Atomic<Bool>(false)

  /// Takes a place; `nil` when all are taken.
  init?(_ server: HTTPServer, _ body: @escaping @Sendable (WebSocket) -> Void) {
    self.server = server
    self.body = body
    guard server.openWebSockets.add(1, ordering: .acquiringAndReleasing).newValue <= server.limits.webSockets else {
      server.openWebSockets.subtract(1, ordering: .releasing)
      return nil
    }
  }

  /// Gives the place back unless the connection was handed over: a client can go before its handshake is answered.
  func giveUp() {
    if !isClaimed.exchange(true, ordering: .acquiringAndReleasing) { leave() }
  }

  /// Serves the connection on a thread of its own; without one, tells the client to try again later.
  func serve(_ socket: Int32, early: [UInt8], close: @escaping @Sendable () -> Void) {
    guard !isClaimed.exchange(true, ordering: .acquiringAndReleasing) else { return close() }
    do throws(ThreadError) {
      try server.startLiveThread("thrum-live") { [self] in
        body(WebSocket(socket, early: early) { [server] in server.isStopping.load(ordering: .acquiring) })
        close()
        leave()
      }
    } catch {
      WebSocket.refuse(socket, 1013)
      close()
      leave()
    }
  }

  private func leave() { server.openWebSockets.subtract(1, ordering: .releasing) }
}

extension HTTPServer {
  /// Returns a handshake; `nil` when there are too many WebSockets.
  func upgrade(
    _ response: HTTPResponse, _ body: @escaping @Sendable (WebSocket) -> Void, _ connection: OpaquePointer,
    _ arrival: Arrival
  ) -> MHD_Result? {
    guard let takeOver = TakeOver(self, body) else { return nil }
    // Safety: the arrival keeps it until `didComplete`, which comes after `didUpgrade`.
    arrival.takeOver = takeOver
    let context = Unmanaged.passUnretained(takeOver).toOpaque()
    return queue(MHD_create_response_for_upgrade(HTTPServer.didUpgrade, context), response, connection)
  }

  private static let didUpgrade: MHD_UpgradeHandler = { context, _, _, extra, extraSize, socket, handle in
    guard let context, let handle else { return }
    let takeOver = Unmanaged<TakeOver>.fromOpaque(context).takeUnretainedValue()
    let early = extra.map { UnsafeRawBufferPointer(start: $0, count: extraSize).map(\.self) } ?? []
    // Safety: the handle belongs to the WebSocket's thread from here on, which closes it once.
    nonisolated(unsafe) let connection = handle
    takeOver.serve(socket, early: early) { thrum_http_close(connection) }
  }
}
