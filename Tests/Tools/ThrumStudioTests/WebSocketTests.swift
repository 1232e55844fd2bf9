import Foundation
import TestSupport
import Testing

@testable import ThrumStudio

/// Handshakes and frame parsing; live connections are in `StudioDeviceTests`.
@Suite("Studio: WebSockets")
struct WebSocketTests {
  // WEB-11
  @Test func `the handshake matches the RFC's example`() throws {
    let answer = try StudioRig().askLive()
    #expect(answer.status == 101 && answer.takeOver != nil)
    #expect(answer.field("Sec-WebSocket-Accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  // WEB-11
  @Test(arguments: ["", "x", "AAAA"])
  func `a handshake with a wrong key is rejected`(_ key: String) throws {
    #expect(try StudioRig().askLive(key: key).status == 400)
  }

  // WEB-11
  @Test(
    arguments: [
      ("not masked", [0x81, 0x01, 0x61], 1002), ("an extension's bit", [0xC1, 0x80, 0, 0, 0, 0], 1002),
      ("an unknown kind", [0x83, 0x80, 0, 0, 0, 0], 1002),
      ("a continuation of nothing", [0x80, 0x80, 0, 0, 0, 0], 1002),
      ("a long ping", [0x89, 0xFE, 0, 126, 0, 0, 0, 0], 1002), ("a ping in parts", [0x09, 0x80, 0, 0, 0, 0], 1002),
      ("no UTF-8", [0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),
      ("too long", [0x82, 0xFF, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], 1009),
      ("longer than numbers", [0x82, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], 1009),
      ("a close of one byte", [0x88, 0x81, 0, 0, 0, 0, 1], 1002),
    ] as [(String, [UInt8], UInt16)])
  func `an invalid frame is a protocol violation`(_ what: String, _ frame: [UInt8], _ code: UInt16) {
    var frames = WebSocketFrames(limit: WebSocket.messageLimit)
    frames.feed(frame)
    #expect(throws: WebSocketFrames.Violation(code: code), "\(what)") { try frames.next() }
  }

  // WEB-8
  @Test func `fragments that together exceed the limit are a violation`() throws {
    var frames = WebSocketFrames(limit: 8)
    frames.feed(masked([1, 2, 3], first: 0x02))
    for _ in 0..<2 { frames.feed(masked([1, 2, 3], first: 0x00)) }
    #expect(throws: WebSocketFrames.Violation.tooBig) { try frames.next() }
  }

  @Test func `fragments with a ping between them are parsed even if they arrive byte by byte`() throws {
    var frames = WebSocketFrames(limit: 100)
    let bytes =
      masked(Array("ha".utf8), first: 0x01) + masked([1, 2, 3], first: 0x89) + masked(Array("lf".utf8), first: 0x80)
    var events: [WebSocketFrames.Event] = []
    for byte in bytes {
      frames.feed([byte])
      while let event = try frames.next() { events.append(event) }
    }
    #expect(events == [.ping([1, 2, 3]), .text("half")])
  }

  /// A client's frame of less than 126 bytes.
  private func masked(_ payload: [UInt8], first: UInt8) -> [UInt8] {
    [first, 0x80 | UInt8(payload.count), 1, 2, 3, 4] + payload.enumerated().map { $1 ^ [1, 2, 3, 4][$0 & 3] }
  }

  // WEB-11
  @Test func `random bytes never cause a trap`() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<2000 {
      var frames = WebSocketFrames(limit: 1000)
      do {
        for _ in 0..<4 {
          frames.feed(
            (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
          while try frames.next() != nil {}
        }
      } catch { continue }
    }
  }

  @Test(arguments: [0, 125, 126, 65_535, 65_536])
  func `frames are built for payloads of any length`(_ count: Int) {
    let frame = WebSocketFrames.frame(2, [UInt8](repeating: 7, count: count))
    #expect(frame.count == count + (count < 126 ? 2 : count < 65_536 ? 4 : 10))
  }

  @Test func `SHA-1 matches the standard's hashes`() {
    func hex(_ text: String) -> String { SHA1.hash(Array(text.utf8)).map { String(format: "%02x", $0) }.joined() }
    #expect(hex("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(hex("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(hex(String(repeating: "a", count: 1000)) == "291e9a6c66994949b57ba5e650361e98fc36b1ba")
  }
}
