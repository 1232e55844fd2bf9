import Foundation

@testable import ThrumStudio

/// The page's side of a live connection.
final class LiveClient {
  let client: RawClient
  private(set) var status = 0

  init(_ served: ServedStudio, key: String = "dGhlIHNhbXBsZSBub25jZQ==") {
    client = RawClient(served.studio)
    client.send(LiveClient.handshake(served, key: key))
    client.receive { RawAnswer($0) != nil }
    guard let answer = RawAnswer(client.received) else { return }
    status = answer.status
    accept = answer.field("Sec-WebSocket-Accept")
    client.forget(client.received.count - answer.body.count)
  }

  private static func handshake(_ served: ServedStudio, key: String) -> String {
    served.head(
      "GET", "/api/live?token=\(served.token)",
      [
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key,
        "X-Thrum-Token": String?.none,
      ])
  }

  /// Requests a live connection and disconnects before the response.
  static func shakeHandsAndLeave(_ served: ServedStudio) {
    RawClient(served.studio).send(handshake(served, key: "dGhlIHNhbXBsZSBub25jZQ=="))
  }

  /// The server's `Sec-WebSocket-Accept`.
  private(set) var accept: String?

  /// Sends a raw frame.
  func send(frame: [UInt8]) { client.send(frame) }

  /// Sends a masked message.
  func send(_ payload: [UInt8], code: UInt8 = 1) { client.send(LiveClient.frame(payload, first: 0x80 | code)) }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// A masked frame.
  static func frame(_ payload: [UInt8], first: UInt8) -> [UInt8] {
    let mask: [UInt8] = [1, 2, 3, 4]
    var frame = [first]
    if payload.count < 126 {
      frame.append(0x80 | UInt8(payload.count))
    } else {
      frame.append(0xFF)
      for shift in stride(from: 56, through: 0, by: -8) { frame.append(UInt8(payload.count >> shift & 0xFF)) }
    }
    return frame + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  /// Next frame with its opcode, `nil` at the end of the connection.
  func next() -> (code: UInt8, payload: [UInt8])? {
    while true {
      if let frame = take() { return frame }
      let count = client.received.count
      guard client.receive(until: { $0.count > count }) else { return nil }
    }
  }

  private func take() -> (code: UInt8, payload: [UInt8])? {
    let bytes = client.received
    guard bytes.count >= 2 else { return nil }
    let size = bytes[1] == 126 ? 2 : bytes[1] == 127 ? 8 : 0
    guard bytes.count >= 2 + size else { return nil }
    let length = size == 0 ? Int(bytes[1]) : bytes[2..<2 + size].reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= 2 + size + length else { return nil }
    let payload = Array(bytes[2 + size..<2 + size + length])
    client.forget(2 + size + length)
    return (bytes[0] & 0x0F, payload)
  }

  /// Next matching message of a kind, `nil` if the connection ends first.
  func news(_ kind: String, where fits: ([String: Any]) -> Bool = { _ in true }) -> [String: Any]? {
    while let frame = next() {
      guard frame.code == 1,
        let object = try? JSONSerialization.jsonObject(with: Data(frame.payload)) as? [String: Any],
        object["type"] as? String == kind, fits(object)
      else { continue }
      return object
    }
    return nil
  }

  /// Code of the next close frame.
  func closeCode() -> Int? {
    while let frame = next() {
      if frame.code == 8 { return frame.payload.prefix(2).reduce(0) { $0 << 8 | Int($1) } }
    }
    return nil
  }
}
