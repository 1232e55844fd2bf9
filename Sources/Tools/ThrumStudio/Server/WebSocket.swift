import FoundationEssentials
import Glibc

/// A WebSocket, used by one thread. Receiving blocks; sending never does.
final class WebSocket {
  private let socket: Int32
  private let isStopping: () -> Bool
  private var frames = WebSocketFrames(limit: WebSocket.messageLimit)
  private var outgoing: [UInt8] = []
  private var isOver = false
  private var lastHeard = ProcessInfo.processInfo.systemUptime
  private var lastPing = ProcessInfo.processInfo.systemUptime

  static let messageLimit = 128 << 20
  /// Unsent bytes beyond which the connection closes.
  static let backlogLimit = 4 << 20
  private static let soundBacklog = 256 << 10
  /// Time without any data, not even a pong, after which the connection closes.
  private static let deadSeconds = 60.0

  /// Uses a socket, which the caller closes.
  ///
  /// - Parameter early: bytes read beyond the handshake.
  init(_ socket: Int32, early: [UInt8], isStopping: @escaping () -> Bool) {
    self.socket = socket
    self.isStopping = isStopping
    let flags = fcntl(socket, F_GETFL)
    _ = fcntl(socket, F_SETFL, flags | O_NONBLOCK)
    frames.feed(early)
  }

  static func refuse(_ socket: Int32, _ code: UInt16) {
    _ = WebSocketFrames.close(code).withUnsafeBytes {
      Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Waits for data, the eventfd `wake`, `other` or the timeout, and clears `wake`. Returns `nil` once the connection
  /// is closed.
  func receive(milliseconds: Int32, wake: Int32 = -1, orReadable other: Int32 = -1) -> [WebSocketFrames.Event]? {
    guard !isOver else { return nil }
    if isStopping() { return end(1001) }
    let events = Int16(POLLIN) | (outgoing.isEmpty ? 0 : Int16(POLLOUT))
    var waits = [
      pollfd(fd: socket, events: events, revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&waits, nfds_t(waits.count), milliseconds)
    if waits[1].revents != 0 {
      var count: UInt64 = 0
      _ = read(wake, &count, 8)
    }
    if waits[0].revents & Int16(POLLOUT) != 0 { flush() }
    if waits[0].revents & ~Int16(POLLOUT) != 0, !readAll() { return nil }
    keepAlive()
    return isOver ? nil : takeEvents()
  }

  func send(text: String) { send(WebSocketFrames.frame(1, Array(text.utf8))) }

  /// Sends live sound, or drops it if the client has fallen behind.
  func send(sound: [UInt8]) {
    guard outgoing.count < WebSocket.soundBacklog else { return }
    send(WebSocketFrames.frame(2, sound))
  }

  private func send(_ frame: [UInt8]) {
    guard !isOver else { return }
    guard outgoing.count + frame.count <= WebSocket.backlogLimit else {
      isOver = true
      return
    }
    outgoing += frame
    flush()
  }

  private func flush() {
    while !outgoing.isEmpty {
      let count = outgoing.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count > 0 {
        outgoing.removeFirst(count)
      } else if errno != EINTR {
        if errno != EAGAIN { isOver = true }
        return
      }
    }
  }

  private func readAll() -> Bool {
    var block = [UInt8](repeating: 0, count: 65_536)
    // At most 1 MB, so that a flood of data cannot stall the loop.
    for _ in 0..<16 {
      let count = recv(socket, &block, block.count, 0)
      if count > 0 {
        lastHeard = ProcessInfo.processInfo.systemUptime
        frames.feed(block[..<count])
        if count < block.count { return true }
      } else if count < 0, errno == EAGAIN {
        return true
      } else if count == 0 || errno != EINTR {
        isOver = true
        return false
      }
    }
    return true
  }

  private func takeEvents() -> [WebSocketFrames.Event]? {
    var events: [WebSocketFrames.Event] = []
    do throws(WebSocketFrames.Violation) {
      while let event = try frames.next() {
        switch event {
        case .ping(let payload): send(WebSocketFrames.frame(10, payload))
        case .pong: break
        case .close(let code): return end(code)
        case .text, .binary: events.append(event)
        }
      }
    } catch { return end(error.code) }
    return events
  }

  private func keepAlive() {
    let now = ProcessInfo.processInfo.systemUptime
    if now - lastHeard > WebSocket.deadSeconds { isOver = true }
    if now - lastPing > WebSocket.deadSeconds / 3 {
      lastPing = now
      send(WebSocketFrames.frame(9, []))
    }
  }

  private func end(_ code: UInt16) -> [WebSocketFrames.Event]? {
    send(WebSocketFrames.close(code))
    isOver = true
    return nil
  }
}
