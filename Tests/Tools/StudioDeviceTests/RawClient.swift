import Foundation
import Glibc

@testable import ThrumStudio

/// A client that sends exact bytes and waits at most ten minutes for an answer.
final class RawClient {
  private let socket: Int32
  /// Keeps the studio serving as long as the client exists.
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

  /// Sends bytes. Returns whether the server accepted them.
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

  /// Closes the sending side.
  func finishSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// Receives until `isEnough` or the end. Returns whether it was enough.
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

  /// Discards received bytes.
  func forget(_ count: Int) { received.removeFirst(min(count, received.count)) }

  /// Waits for the server to close the connection. Returns whether it did.
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

/// Retries a call interrupted by a signal, such as after the process was suspended.
private func uninterrupted(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// A response as received.
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

  func field(_ name: String) -> String? {
    head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }

  var text: String { String(decoding: body, as: UTF8.self) }
}
