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

/// The WebSocket wire format (RFC 6455).
struct WebSocketFrames {
  enum Event: Equatable {
    case text(String)
    case binary([UInt8])
    case ping([UInt8])
    case pong
    case close(UInt16)
  }

  /// A protocol violation, with the close code to send.
  struct Violation: Error, Equatable {
    var code: UInt16
    static let wrong = Violation(code: 1002)
    static let notText = Violation(code: 1007)
    static let tooBig = Violation(code: 1009)
  }

  /// Largest message in bytes, including all fragments.
  let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  private var message: [UInt8]?
  private var isText = false

  init(limit: Int) { self.limit = limit }

  mutating func feed(_ new: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: new)
  }

  /// Returns `nil` if more bytes are needed.
  mutating func next() throws(Violation) -> Event? {
    while true {
      guard let frame = try takeFrame() else { return nil }
      if let event = try event(of: frame) { return event }
    }
  }

  private struct Frame {
    var isFinal: Bool
    var code: UInt8
    var payload: [UInt8]
  }

  private mutating func takeFrame() throws(Violation) -> Frame? {
    let rest = bytes.count - start
    guard rest >= 2 else { return nil }
    let (first, second) = (bytes[start], bytes[start + 1])
    // No extensions were negotiated, and clients must mask.
    guard first & 0x70 == 0, second & 0x80 != 0 else { throw .wrong }
    let code = first & 0x0F
    let isControl = code >= 8
    var length = UInt64(second & 0x7F)
    var header = 2
    if length >= 126 {
      let size = length == 126 ? 2 : 8
      guard !isControl else { throw .wrong }
      guard rest >= header + size else { return nil }
      length = bytes[start + 2..<start + 2 + size].reduce(0) { $0 << 8 | UInt64($1) }
      header += size
    }
    if isControl, first & 0x80 == 0 { throw .wrong }
    guard length <= UInt64(limit - (message?.count ?? 0)) else { throw .tooBig }
    let count = Int(length)
    guard rest >= header + 4 + count else { return nil }
    let mask = Array(bytes[start + header..<start + header + 4])
    let place = start + header + 4
    var payload = Array(bytes[place..<place + count])
    for index in payload.indices { payload[index] ^= mask[index & 3] }
    start = place + count
    return Frame(isFinal: first & 0x80 != 0, code: code, payload: payload)
  }

  private mutating func event(of frame: Frame) throws(Violation) -> Event? {
    switch frame.code {
    case 0:
      guard message != nil else { throw .wrong }
      message?.append(contentsOf: frame.payload)
    case 1, 2:
      guard message == nil else { throw .wrong }
      message = frame.payload
      isText = frame.code == 1
    case 8:
      guard frame.payload.count != 1 else { throw .wrong }
      let code = frame.payload.prefix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
      return .close(frame.payload.isEmpty ? 1000 : code)
    case 9: return .ping(frame.payload)
    case 10: return .pong
    default: throw .wrong
    }
    guard frame.isFinal, let whole = message else { return nil }
    message = nil
    guard isText else { return .binary(whole) }
    guard let text = String(validating: whole, as: UTF8.self) else { throw .notText }
    return .text(text)
  }

  /// Opcodes: 1 text, 2 binary, 8 close, 9 ping, 10 pong.
  static func frame(_ code: UInt8, _ payload: some Collection<UInt8>) -> [UInt8] {
    var frame: [UInt8] = [0x80 | code]
    let count = payload.count
    if count < 126 {
      frame.append(UInt8(count))
    } else {
      let size = count <= 0xFFFF ? 2 : 8
      frame.append(size == 2 ? 126 : 127)
      for shift in stride(from: 8 * (size - 1), through: 0, by: -8) { frame.append(UInt8(count >> shift & 0xFF)) }
    }
    return frame + payload
  }

  static func close(_ code: UInt16) -> [UInt8] { frame(8, [UInt8(code >> 8), UInt8(code & 0xFF)]) }

  static func accept(_ key: String) -> String {
    Data(SHA1.hash(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
  }
}
