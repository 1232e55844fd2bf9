import Foundation
import Testing

@testable import HapticStudio

@Suite("Studio: WebSockets")
struct WebSocketTests {
  // WEB-11
  @Test func `the handshake answers as the RFC's example does`() throws {
    let rig = try StudioRig()
    #expect(LiveClient(rig).accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  // WEB-11
  @Test(arguments: ["", "x", "AAAA"])
  func `a handshake with a wrong key is refused`(_ key: String) throws {
    #expect(LiveClient(try StudioRig(), key: key).status == 400)
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
    ] as [(String, [UInt8], Int)])
  func `a frame against the rules ends the connection`(_ what: String, _ frame: [UInt8], _ code: Int) throws {
    let rig = try StudioRig()
    let live = LiveClient(rig)
    live.send(frame: frame)
    #expect(live.closeCode() == code, "\(what)")
    #expect(LiveClient(rig).status == 101)
  }

  // WEB-8
  @Test func `fragments do not add up beyond the limit`() throws {
    let live = LiveClient(try StudioRig())
    let part = [UInt8](repeating: 0x61, count: 3 << 20)
    live.send(frame: LiveClient.frame(part, first: 0x01))
    for _ in 0..<3 { live.send(frame: LiveClient.frame(part, first: 0x00)) }
    #expect(live.closeCode() == 1009)
  }

  // WEB-11
  @Test func `fragments and pings between them are understood`() throws {
    let live = LiveClient(try StudioRig())
    live.send(frame: LiveClient.frame(Array(#"{"do":"pi"#.utf8), first: 0x01))
    live.send([1, 2, 3], code: 9)
    live.send(frame: LiveClient.frame(Array(#"ng","id":5}"#.utf8), first: 0x80))
    var sawPong = false
    while let frame = live.next() {
      if frame.code == 10 { sawPong = frame.payload == [1, 2, 3] }
      if frame.code == 1, String(decoding: frame.payload, as: UTF8.self).contains("pong") { break }
    }
    #expect(sawPong)
  }

  // WEB-11
  @Test func `random bytes do no harm`() throws {
    var random = SystemRandomNumberGenerator()
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
  func `what we say is framed for any length`(_ count: Int) {
    let frame = WebSocketFrames.frame(2, [UInt8](repeating: 7, count: count))
    #expect(frame.count == count + (count < 126 ? 2 : count < 65_536 ? 4 : 10))
  }

  @Test func `SHA-1 gives the standard's hashes`() {
    func hex(_ text: String) -> String { SHA1.hash(Array(text.utf8)).map { String(format: "%02x", $0) }.joined() }
    #expect(hex("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(hex("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(hex(String(repeating: "a", count: 1000)) == "291e9a6c66994949b57ba5e650361e98fc36b1ba")
  }
}
