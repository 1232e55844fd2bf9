import Foundation
import TestSupport
import Testing

@testable import ThrumStudio

/// The phone page's server under attack. Needs real sockets: libmicrohttpd decodes the requests, limits the connections
/// of one address, and its connections have real deadlines.
@Suite("Studio device: phone page", .enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage)))
struct PhoneServerTests {
  /// A phone page on the loopback interface, whose clock does not advance.
  private struct Served {
    let page: PhonePage
    let port: UInt16

    init(_ limits: HTTPServer.Limits = PhonePolicy.limits) throws {
      page = try PhonePage(PhoneDesk(address: .loopback, now: { 0 }), limits: limits)
      port = try #require(page.desk.policy?.port)
    }

    var host: String { "127.0.0.1:\(port)" }
    var code: String { String(page.link.split(separator: "#")[1]) }

    func ask(_ method: String, _ target: String, _ fields: [String] = [], body: String = "") -> RawAnswer? {
      let client = RawClient(port: port)
      let lines =
        ["Host: \(host)", "Connection: close"] + fields + (body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"])
      client.send("\(method) \(target) HTTP/1.1\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n" + body)
      _ = client.ends()
      return RawAnswer(client.received)
    }

    func exchange(_ code: String) -> RawAnswer? {
      ask(
        "POST", "/api/session", ["Origin: http://\(host)", "Content-Type: application/json"],
        body: #"{"code":"\#(code)"}"#)
    }
  }

  // PHONE-1
  @Test func `the port is open only on the chosen address`() throws {
    let served = try Served()
    let digits = String(served.port, radix: 16, uppercase: true)
    let port = ":" + String(repeating: "0", count: 4 - digits.count) + digits
    var listening: [String] = []
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
      for line in try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.count > 3, words[3] == "0A", words[1].hasSuffix(port) { listening.append(String(words[1])) }
      }
    }
    #expect(listening == ["0100007F" + port])
  }

  // PHONE-1
  @Test func `another machine's address or a port in use causes an error with a remedy`() throws {
    let served = try Served()
    let elsewhere = try #require(IPv4Address("203.0.113.77"))
    #expect {
      _ = try PhonePage(PhoneDesk(address: elsewhere, now: { 0 }), limits: PhonePolicy.limits)
    } throws: { "\($0)".contains("203.0.113.77") && "\($0)".contains("--phone needs") }
    #expect {
      _ = try PhonePage(PhoneDesk(address: .loopback, now: { 0 }), port: served.port, limits: PhonePolicy.limits)
    } throws: { ($0 as? StudioError)?.kind == .port }
  }

  // PHONE-3
  @Test func `a code can be exchanged only once, for a cookie that opens the pattern`() throws {
    let served = try Served()
    let code = served.code
    #expect(served.ask("GET", "/api/state")?.status == 401)
    let answer = try #require(served.exchange(code))
    #expect(answer.status == 204)
    let cookie = try #require(answer.field("Set-Cookie")?.split(separator: ";").first)
    #expect(served.ask("GET", "/api/state", ["Cookie: \(cookie)"])?.text.contains(#""condition":"empty""#) == true)
    #expect(served.ask("HEAD", "/api/state", ["Cookie: \(cookie)"])?.body.isEmpty == true)
    #expect(served.ask("GET", "/api/state", ["Cookie: \(cookie)0"])?.status == 401)
    #expect(served.ask("GET", "/api/state", ["Cookie: \(cookie)", "Cookie: \(cookie)"])?.status == 401)
    #expect(served.exchange(code)?.status == 401)
  }

  // PHONE-4
  @Test(arguments: [
    "/../index.html", "/%2e%2e/index.html", "/..%2fpage%2fmain.js", "/page/main.js", "/%2fetc/passwd",
    "/index.html%2f..%2fpage%2fmain.js", "/%ff%fe", "/%", "/phone/../phone.js", "//phone.js",
  ])
  func `no encoding of a path reaches anything outside the page`(_ path: String) throws {
    let served = try Served()
    #expect([400, 404].contains(served.ask("GET", path)?.status), "\(path)")
  }

  // PHONE-6
  @Test func `a long or endless body is refused, whatever length it declares`() throws {
    let served = try Served()
    let origin = ["Origin: http://\(served.host)", "Content-Type: application/json"]
    #expect(served.ask("POST", "/api/session", origin, body: String(repeating: " ", count: 300))?.status == 413)
    let chunk = "100\r\n\(String(repeating: " ", count: 256))\r\n"
    let client = RawClient(port: served.port)
    let head = ["Host: \(served.host)", "Connection: close", "Transfer-Encoding: chunked"] + origin
    client.send(
      "POST /api/session HTTP/1.1\r\n" + head.map { $0 + "\r\n" }.joined() + "\r\n" + chunk + chunk + "0\r\n\r\n")
    _ = client.ends()
    #expect(RawAnswer(client.received)?.status == 413)
  }

  // PHONE-6
  @Test func `an endless request head is refused`() throws {
    var limits = PhonePolicy.limits
    (limits.idleSeconds, limits.requestSeconds) = (1000, 1000)
    let served = try Served(limits)
    let client = RawClient(port: served.port)
    client.send("GET / HTTP/1.1\r\nHost: \(served.host)\r\nX: ")
    for _ in 0..<64 where client.send([UInt8](repeating: 0x61, count: 65_536)) {}
    #expect(client.ends())
    let status = RawAnswer(client.received)?.status
    #expect(status == nil || status == 431 || status == 400)
    #expect(served.ask("GET", "/")?.status == 200)
  }

  // PHONE-6
  @Test func `a client that never finishes is disconnected while others are served`() throws {
    var limits = PhonePolicy.limits
    (limits.idleSeconds, limits.requestSeconds, limits.clientConnections) = (1000, 0.1, 0)
    let served = try Served(limits)
    let slow = (0..<20).map { _ in RawClient(port: served.port) }
    for client in slow { client.send("GET / HTTP/1.1\r\nHost: ") }
    #expect(served.ask("GET", "/")?.status == 200)
    for client in slow {
      client.send("1")
      #expect(client.ends())
    }
  }

  // PHONE-6
  @Test func `a ninth connection from one address is closed`() throws {
    var limits = PhonePolicy.limits
    (limits.idleSeconds, limits.requestSeconds) = (1000, 1000)
    #expect(limits.clientConnections == 8)
    let served = try Served(limits)
    var held = (0..<8).map { _ in RawClient(port: served.port) }
    // Each has its thread once it has answered.
    for client in held {
      client.send("GET / HTTP/1.1\r\nHost: \(served.host)\r\n\r\n")
      #expect(client.receive { String(decoding: $0, as: UTF8.self).hasSuffix("</html>\n") })
    }
    let ninth = RawClient(port: served.port)
    #expect(ninth.ends() && ninth.received.isEmpty)
    held = []
    while served.ask("GET", "/")?.status != 200 { sched_yield() }
  }

  // PHONE-6
  @Test(arguments: [
    "", "\r\n\r\n", "GET\r\n\r\n", "\0\0\0\0", "GET / HTTP/9.9\r\n\r\n", "GET  /  HTTP/1.1\r\n\r\n",
    "POST /api/session HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET / HTTP/1.1\r\n: x\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET http://evil.example/ HTTP/1.1\r\n\r\n",
  ])
  func `malformed requests do not keep the page from answering valid ones`(_ text: String) throws {
    let served = try Served()
    let client = RawClient(port: served.port)
    client.send(text)
    client.finishSending()
    _ = client.ends()
    #expect(!String(decoding: client.received, as: UTF8.self).contains(" 200 "))
    #expect(served.ask("GET", "/")?.status == 200)
  }

  // PHONE-8
  @Test func `the page and the studio have separate servers`() throws {
    let served = try Served()
    let studio = try Studio(StudioContext(folder: nil, phone: served.page.desk), limits: Studio.Limits())
    #expect(studio.port != served.port)
    for path in ["/api/files", "/api/phone", "/api/live", "/api/file?path=library:heartbeat", "/main.js"] {
      let token = studio.address.split(separator: "=")[1]
      let status = served.ask("GET", path, ["X-Thrum-Token: \(token)"])?.status
      #expect(status == 401 || status == 404, "\(path)")
    }
    served.page.stop()
    let late = RawClient(port: served.port)
    late.send("GET / HTTP/1.1\r\nHost: \(served.host)\r\n\r\n")
    _ = late.ends()
    #expect(late.received.isEmpty)
    #expect(RawAnswer(asked(studio)) != nil)
  }

  private func asked(_ studio: Studio) -> [UInt8] {
    let client = RawClient(studio)
    client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\nConnection: close\r\n\r\n")
    _ = client.ends()
    return client.received
  }
}
