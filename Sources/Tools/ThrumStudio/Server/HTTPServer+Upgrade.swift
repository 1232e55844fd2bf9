import CMicroHTTPD
import ThrumSystem
import Synchronization

/// A WebSocket slot, claimed before the handshake is sent and freed when the connection ends.
final class TakeOver: Sendable {
  private let server: HTTPServer
  private let body: @Sendable (WebSocket) -> Void
  /// Whether the connection was handed over, or never will be.
  private let isClaimed = Atomic<Bool>(false)

  /// Claims a slot; `nil` if all are in use.
  init?(_ server: HTTPServer, _ body: @escaping @Sendable (WebSocket) -> Void) {
    self.server = server
    self.body = body
    guard server.openWebSockets.add(1, ordering: .acquiringAndReleasing).newValue <= server.limits.webSockets else {
      server.openWebSockets.subtract(1, ordering: .releasing)
      return nil
    }
  }

  /// Frees the slot if the client went away before the handshake was sent.
  func giveUp() {
    if !isClaimed.exchange(true, ordering: .acquiringAndReleasing) { leave() }
  }

  /// Serves the connection on its own thread; without one, closes it with 1013 (try again later).
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
  /// Sends a handshake; `nil` if all slots are in use.
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
    let takeOver = Unmanaged<TakeOver>.fromOpaque(context).takeUnretainedValue()
    let early = extra.map { UnsafeRawBufferPointer(start: $0, count: extraSize).map(\.self) } ?? []
    // Safety: from here on the handle belongs to the WebSocket's thread, which closes it once.
    nonisolated(unsafe) let connection = handle
    takeOver.serve(socket, early: early) { thrum_http_close(connection) }
  }
}
