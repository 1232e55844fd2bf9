import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumSystem

@testable import ThrumStudio

/// WebSockets after the handshake. Needs real sockets: libmicrohttpd hands the connection over to its own polling
/// thread.
@Suite("Studio device: live connections", .enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage)))
struct LiveConnectionTests {
  // WEB-11
  @Test(
    arguments: [
      ([0x81, 0x01, 0x61], 1002), ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),
      ([0x82, 0xFF, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], 1009),
      ([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8], 1000),
    ] as [([UInt8], Int)])
  func `an invalid frame closes the connection with the matching close code`(_ frame: [UInt8], _ code: Int) throws {
    let served = try ServedStudio()
    let live = LiveClient(served)
    live.send(frame: frame)
    #expect(live.closeCode() == code)
    #expect(LiveClient(served).status == 101)
  }

  // WEB-11
  @Test func `a ping between the fragments of a message is answered`() throws {
    let live = LiveClient(try ServedStudio())
    #expect(live.accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    live.send(frame: LiveClient.frame(Array(#"{"type":"pi"#.utf8), first: 0x01))
    live.send([1, 2, 3], code: 9)
    live.send(frame: LiveClient.frame(Array(#"ng","id":5}"#.utf8), first: 0x80))
    var sawPong = false
    while let frame = live.next() {
      if frame.code == 10 { sawPong = frame.payload == [1, 2, 3] }
      if frame.code == 1, String(decoding: frame.payload, as: UTF8.self).contains("pong") { break }
    }
    #expect(sawPong)
  }

  // WEB-12
  @Test func `live connections are limited in number`() throws {
    let served = try ServedStudio(limits: Studio.Limits(webSockets: 2))
    let first = (0..<2).map { _ in LiveClient(served) }
    #expect(first.map(\.status) == [101, 101])
    #expect(LiveClient(served).status == 503)
  }

  @Test func `a live connection that gets no thread is closed with code 1013, and the server keeps serving`() throws {
    let served = try ServedStudio(limits: Studio.Limits(webSockets: 1)) { name, _ throws(ThreadError) in
      throw ThreadError(name: name, number: EAGAIN)
    }
    // More often than there are places, so each place must be freed.
    for _ in 0..<3 {
      let live = LiveClient(served)
      #expect(live.status == 101)
      #expect(live.closeCode() == 1013)
      #expect(live.client.ends())
    }
    #expect(served.ask("GET", "/")?.status == 200)
  }

  @Test func `a live connection that never ends cannot keep the server from stopping`() throws {
    let served = try ServedStudio(limits: Studio.Limits(stopSeconds: 0)) { _, _ throws(ThreadError) in }
    #expect(LiveClient(served).status == 101)
    served.studio.stop()
  }

  @Test func `clients that leave during the handshake free their slots`() throws {
    let served = try ServedStudio(limits: Studio.Limits(webSockets: 100))
    for _ in 0..<50 { LiveClient.shakeHandsAndLeave(served) }
    #expect(LiveClient(served).status == 101)
    served.studio.stop()
  }
}
