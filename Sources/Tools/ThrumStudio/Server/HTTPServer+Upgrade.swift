import CWeb
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

/// SHA-1 (FIPS 180-4) for the WebSocket handshake. Not used for security.
enum SHA1 {
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    for start in stride(from: 0, to: padded.count, by: 64) { mix(padded[start..<start + 64], into: &state) }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    let bytes = Array(block)
    var words = (0..<16).map { index in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[4 * index + $1]) }
    }
    for index in 16..<80 {
      words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (choice, constant): (UInt32, UInt32) =
        switch index / 20 {
        case 0: ((b & c) | (~b & d), 0x5A82_7999)
        case 1: (b ^ c ^ d, 0x6ED9_EBA1)
        case 2: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = rotated(a, 5) &+ choice &+ e &+ constant &+ word
      (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  private static func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 { value << count | value >> (32 - count) }
}
