import Foundation
import Testing

@testable import HapticStudio

/// Clients that are too big, too slow or too many.
@Suite("Studio: limits")
struct LimitTests {
  // WEB-8
  @Test func `a head that does not end is refused`() throws {
    let rig = try StudioRig(limits: Studio.Limits(idleSeconds: 1000, requestSeconds: 1000))
    let client = RawClient(rig.studio)
    client.send("GET / HTTP/1.1\r\nHost: \(rig.host)\r\nX: ")
    for _ in 0..<64 where client.send([UInt8](repeating: 0x61, count: 65_536)) {}
    #expect(client.ends())
    let status = RawAnswer(client.received)?.status
    #expect(status == nil || status == 431 || status == 400)
    #expect(rig.ask("GET", "/")?.status == 200)
  }

  // WEB-8
  @Test func `a body that says it is too long is not read`() throws {
    let rig = try StudioRig()
    let client = RawClient(rig.studio)
    client.send(rig.head("POST", "/api/analyse", length: 1 << 40))
    #expect(client.receive { RawAnswer($0) != nil })
    #expect(RawAnswer(client.received)?.status == 413)
  }

  // WEB-8
  @Test func `a body that grows too long is dropped`() throws {
    let rig = try StudioRig(limits: Studio.Limits(bodyBytes: 100_000))
    let client = RawClient(rig.studio)
    client.send(rig.head("POST", "/api/analyse", ["Transfer-Encoding": "chunked"]))
    for _ in 0..<8 {
      client.send("8000\r\n")
      client.send([UInt8](repeating: 0x20, count: 0x8000))
      client.send("\r\n")
    }
    client.send("0\r\n\r\n")
    #expect(client.receive { RawAnswer($0) != nil })
    #expect(RawAnswer(client.received)?.status == 413)
  }

  // WEB-9
  @Test func `a client that does not come to an end is left, and others are served meanwhile`() throws {
    let rig = try StudioRig(limits: Studio.Limits(idleSeconds: 1000, requestSeconds: 0.5))
    let slow = (0..<20).map { _ in RawClient(rig.studio) }
    for client in slow { client.send("GET / HTTP/1.1\r\nHost: ") }
    #expect(rig.ask("GET", "/")?.status == 200)
    for client in slow {
      client.send("1")
      #expect(client.ends())
    }
    let body = RawClient(rig.studio)
    body.send(rig.head("POST", "/api/analyse", length: 1000) + "{")
    #expect(body.ends())
    #expect(rig.ask("GET", "/")?.status == 200)
  }

  // WEB-12
  @Test func `live connections are counted`() throws {
    let rig = try StudioRig(limits: Studio.Limits(webSockets: 2))
    let first = (0..<2).map { _ in LiveClient(rig) }
    #expect(first.map(\.status) == [101, 101])
    #expect(LiveClient(rig).status == 503)
  }

  // WEB-13
  @Test(arguments: [
    "", "\r\n\r\n", "GET\r\n\r\n", "\0\0\0\0", "GET / HTTP/9.9\r\n\r\n", "GET  /  HTTP/1.1\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET / HTTP/1.1\r\n: x\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ])
  func `nonsense does no harm`(_ text: String) throws {
    let rig = try StudioRig(limits: Studio.Limits(requestSeconds: 0.3))
    let client = RawClient(rig.studio)
    client.send(text)
    _ = client.ends()
    #expect(rig.ask("GET", "/")?.status == 200)
  }

  // WEB-13
  @Test(arguments: [
    #"{}"#, #"[]"#, #"{"text":1}"#, #"{"text":"x","gain":1e999}"#, #"{"text":"x","columns":"many"}"#, "\u{1}", "",
  ])
  func `a body of another shape is refused`(_ body: String) throws {
    let rig = try StudioRig()
    #expect(rig.ask("POST", "/api/analyse", body: body)?.status == 400)
  }

  // WEB-13
  @Test func `settings that do not exist are refused with a sentence`() throws {
    let rig = try StudioRig()
    for wrong in [["actuator": "x"], ["monitor": "x"], ["gain": 1000]] as [[String: Any]] {
      let answer = rig.ask("POST", "/api/analyse", json: wrong.merging(["text": tapText]) { a, _ in a })
      #expect(answer?.status == 400 && answer?.text.contains("badSettings") == true)
    }
  }
}
