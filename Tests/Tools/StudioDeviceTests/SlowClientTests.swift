import Foundation
import TestSupport
import Testing

@testable import ThrumStudio

/// Clients that never finish. Needs real sockets and real time: the deadlines are those of open connections.
@Suite("Studio device: slow clients", .enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage)))
struct SlowClientTests {
  // WEB-8
  @Test func `an endless request head is rejected`() throws {
    let served = try ServedStudio(limits: Studio.Limits(idleSeconds: 1000, requestSeconds: 1000))
    let client = RawClient(served.studio)
    client.send("GET / HTTP/1.1\r\nHost: \(served.host)\r\nX: ")
    for _ in 0..<64 where client.send([UInt8](repeating: 0x61, count: 65_536)) {}
    #expect(client.ends())
    let status = RawAnswer(client.received)?.status
    #expect(status == nil || status == 431 || status == 400)
    #expect(served.ask("GET", "/")?.status == 200)
  }

  // WEB-9
  @Test func `a client that never finishes is disconnected while others are served`() throws {
    let served = try ServedStudio(limits: Studio.Limits(idleSeconds: 1000, requestSeconds: 0.1))
    let slow = (0..<20).map { _ in RawClient(served.studio) }
    for client in slow { client.send("GET / HTTP/1.1\r\nHost: ") }
    #expect(served.ask("GET", "/")?.status == 200)
    for client in slow {
      client.send("1")
      #expect(client.ends())
    }
    let body = RawClient(served.studio)
    body.send(served.head("POST", "/api/ask/analyse", length: 1000) + "{")
    #expect(body.ends())
    #expect(served.ask("GET", "/")?.status == 200)
  }

  // WEB-14
  @Test func `connections that send no request do not block others`() throws {
    let served = try ServedStudio(
      limits: Studio.Limits(connections: 8, idleSeconds: 1000, requestSeconds: 1000))
    let idle = (0..<13).map { _ in RawClient(served.studio) }
    #expect(served.ask("GET", "/")?.status == 200)
    for client in idle[..<6] { #expect(client.ends()) }
  }
}
