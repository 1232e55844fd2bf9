import Foundation
import Glibc

@testable import ThrumStudio

/// A client that says what it is notified, byte for byte, and waits at most ten minutes for the answer.
final class RawClient {
  private let socket: Int32
  /// Serves for as long as somebody asks.
  private let studio: Studio?
  private(set) var received: [UInt8] = []

  convenience init(_ studio: Studio) { self.init(port: studio.port, of: studio) }

  init(port: UInt16, of studio: Studio? = nil) {
    self.studio = studio
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var patience = timeval(tv_sec: 600, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        uninterrupted { Int(connect(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size))) }
      }
    }
  }

  deinit { close(socket) }

  /// Sends bytes; returns whether the other side took them.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        uninterrupted { Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Says that nothing more will come.
  func finishSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// Receives until `isEnough`, or the end; returns whether it was enough.
  @discardableResult
  func receive(until isEnough: ([UInt8]) -> Bool) -> Bool {
    var block = [UInt8](repeating: 0, count: 65_536)
    while !isEnough(received) {
      let count = uninterrupted { recv(socket, &block, block.count, 0) }
      guard count > 0 else { return false }
      received += block[..<count]
    }
    return true
  }

  /// Forgets what was received.
  func forget(_ count: Int) { received.removeFirst(min(count, received.count)) }

  /// Whether the other side has ended the connection; waits for it.
  func ends() -> Bool {
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = uninterrupted { recv(socket, &block, block.count, 0) }
      if count == 0 { return true }
      if count < 0 { return errno == ECONNRESET }
      received += block[..<count]
    }
  }
}

/// Calls again what a signal has interrupted: a process that was stopped for a moment continues.
private func uninterrupted(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// An answer as it came.
struct RawAnswer {
  var status: Int
  var head: String
  var body: [UInt8]

  init?(_ bytes: [UInt8]) {
    let end = Array("\r\n\r\n".utf8)
    guard let split = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { return nil }
    head = String(decoding: bytes[..<split], as: UTF8.self)
    body = Array(bytes[(split + 4)...])
    guard let number = head.split(separator: " ").dropFirst().first.flatMap({ Int($0.prefix(3)) }) else { return nil }
    status = number
  }

  /// The value of a header field.
  func field(_ name: String) -> String? {
    head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }

  var text: String { String(decoding: body, as: UTF8.self) }
}
