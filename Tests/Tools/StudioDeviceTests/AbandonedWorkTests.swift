import Foundation
import Glibc
import TestSupport
import Testing

@testable import ThrumStudio

/// Work abandoned while it runs. Needs real sockets and threads: the kernel reports that a client has disconnected.
/// No test waits for a time.
@Suite("Studio device: abandoned work", .enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage)))
struct AbandonedWorkTests {
  /// A server with requests that run until they are abandoned.
  private final class Work: Sendable {
    let hasBegun = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)

    func server() -> HTTPServer {
      HTTPServer(
        responder: HTTPResponder(
          guardHead: { _ in nil },
          handler: { [self] request in
            hasBegun.signal()
            while !request.isAbandoned() { sched_yield() }
            hasEnded.signal()
            return .refusal(499, "abandoned", "given up")
          }, bodyBytes: 1024, fields: []))
    }
  }

  @Test func `work for a disconnected client is cancelled`() throws {
    let work = Work()
    let server = work.server()
    let port = try server.start(ports: [0])
    defer { server.stop() }
    let client = RawClient(port: port)
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    work.hasBegun.wait()
    client.finishSending()
    work.hasEnded.wait()
  }

  @Test func `stopping the server ends its clients' work without waiting for it`() throws {
    let work = Work()
    let server = work.server()
    let port = try server.start(ports: [0])
    let client = RawClient(port: port)
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    work.hasBegun.wait()
    server.stop()
    work.hasEnded.wait()
    withExtendedLifetime(client) {}
  }
}
