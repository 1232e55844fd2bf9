import Foundation
import TestSupport
import Testing

@testable import ThrumStudio

/// The port, and requests as libmicrohttpd decodes them. Needs real sockets: the kernel reports where the server
/// listens, and libmicrohttpd decodes targets and header lines.
@Suite("Studio device: server", .enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage)))
struct ServerTests {
  // WEB-1
  @Test func `the port is open only on the loopback interface`() throws {
    let served = try ServedStudio()
    let digits = String(served.studio.port, radix: 16, uppercase: true)
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

  @Test func `a port in use causes an error with a remedy`() throws {
    let served = try ServedStudio()
    #expect { _ = try Studio(folder: nil, port: served.studio.port) } throws: { "\($0)".contains("--port 0") }
  }

  @Test func `while a folder's preferred port is in use, the next port is used instead`() throws {
    let folder = TemporaryFolder()
    let first = try Studio(folder: folder.path)
    let second = try Studio(folder: folder.path)
    #expect(first.port == StudioPort.preferred(folder: folder.path).first && second.port != first.port)
  }

  @Test func `requests pass the policy and reach their routes with body and query intact`() throws {
    let served = try ServedStudio(isWritable: true, ["sub dir/b.ahap": tapText])
    #expect(served.ask("GET", "/api/session")?.status == 200)
    #expect(served.ask("GET", "/api/session", ["X-Thrum-Token": "x"])?.status == 401)
    #expect(served.ask("GET", "/", ["Host": "evil.example"])?.status == 421)
    #expect(served.ask("GET", "/api/file?path=sub%20dir%2Fb.ahap")?.text.contains("HapticTransient") == true)
    let page = served.ask("GET", "/")
    #expect(page?.status == 200 && page?.field("Content-Security-Policy")?.contains("default-src 'none'") == true)
    let text = String(repeating: " ", count: 300_000)
    #expect(served.ask("PUT", "/api/file?path=new.ahap", body: #"{"text":"\#(text)"}"#)?.status == 200)
    #expect(served.folder.content("new.ahap") == text)
  }

  // WEB-2
  @Test func `a request with two hosts is rejected`() throws {
    let served = try ServedStudio()
    let client = RawClient(served.studio)
    client.send(
      served.head("GET", "/api/session").replacingOccurrences(of: "\r\n\r\n", with: "\r\nHost: evil.example\r\n\r\n"))
    _ = client.ends()
    #expect([400, 421].contains(RawAnswer(client.received)?.status))
  }

  // WEB-7
  @Test func `no encoding of a path reaches anything outside the folder`() throws {
    let served = try ServedStudio(["a.ahap": tapText, "sub/b.ahap": tapText])
    for path in [
      "..%2Fa.ahap", "%2e%2e/a.ahap", "a.ahap%00.ahap", "a%00/../a.ahap", "..%5ca.ahap", "%", "%ff%fe.ahap", "%0a.ahap",
      "sub/../a.ahap",
    ] {
      #expect([400, 404].contains(served.ask("GET", "/api/file?path=" + path)?.status), "\(path)")
    }
  }

  // WEB-7
  @Test func `a path that contains NUL is not cut there`() throws {
    let served = try ServedStudio()
    #expect(served.ask("GET", "/index.html")?.status == 200)
    for path in ["/index.html%00.js", "/%00", "/index.html%00", "/api/session%00"] {
      #expect([401, 404].contains(served.ask("GET", path)?.status), "\(path)")
    }
    let client = RawClient(served.studio)
    client.send(
      served.head("GET", "/index.html").replacingOccurrences(of: "/index.html", with: "/index.html\0.js"))
    client.finishSending()
    _ = client.ends()
    let answer = try #require(RawAnswer(client.received))
    #expect([400, 404].contains(answer.status))
  }

  // WEB-2
  @Test(arguments: [
    ("Host: HOST", 200), ("Host: HOST\0evil", 400), ("Host: HOST\0\0", 400), ("Host: HOST\0evil\r\nA: b", 400),
    ("Host: HOST\r\nA: b\0c", 400), ("Host: HOST\r\nA:\r\nB:  c ", 200), ("A: b\0\r\nHost: HOST", 400),
  ])
  func `a head that contains NUL is refused`(fields: String, status: Int) throws {
    let served = try ServedStudio()
    let client = RawClient(served.studio)
    let fields = fields.replacingOccurrences(of: "HOST", with: "127.0.0.1:\(served.studio.port)")
    client.send("GET /?a=%20b&c HTTP/1.1\r\n\(fields)\r\nConnection: close\r\n\r\n")
    client.finishSending()
    _ = client.ends()
    #expect(RawAnswer(client.received)?.status == status)
  }

  // WEB-13
  @Test(arguments: [
    "", "\r\n\r\n", "GET\r\n\r\n", "\0\0\0\0", "GET / HTTP/9.9\r\n\r\n", "GET  /  HTTP/1.1\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET / HTTP/1.1\r\n: x\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ])
  func `malformed requests do not keep the server from answering valid ones`(_ text: String) throws {
    let served = try ServedStudio()
    let client = RawClient(served.studio)
    client.send(text)
    client.finishSending()
    _ = client.ends()
    #expect(served.ask("GET", "/")?.status == 200)
  }
}
