import Foundation
import TestSupport
import Testing

@testable import ThrumStudio

/// Attacks on the phone page by others on the network, as in-process requests.
@Suite("Phone page: policy")
struct PhoneDefenceTests {
  static let parts = ["/api/state", "/api/picture", "/api/sound", "/api/pattern.ahap"]

  // PHONE-2
  @Test(arguments: [
    "evil.example", "evil.example:PORT", "192.168.1.5", "192.168.1.5:1", "192.168.1.5.evil.example:PORT",
    "127.0.0.1:PORT", "localhost:PORT", "192.168.1.6:PORT", "", nil,
  ])
  func `a request to another host name is refused, even if it is for the page itself`(_ name: String?) {
    let rig = PhoneRig()
    let host = name?.replacingOccurrences(of: "PORT", with: "\(rig.port)")
    #expect(rig.get("/", ["Host": host]).status == 421)
    #expect(rig.get("/api/state", ["Host": host], session: rig.session()).status == 421)
  }

  // PHONE-2
  @Test(arguments: ["http://evil.example", "null", "http://192.168.1.5", "https://192.168.1.5:PORT", "", nil])
  func `an exchange from another origin is refused`(_ name: String?) {
    let rig = PhoneRig()
    let origin = name?.replacingOccurrences(of: "PORT", with: "\(rig.port)")
    #expect(rig.exchange(rig.code, ["Origin": origin]).status == 403)
    if origin != nil { #expect(rig.get("/api/state", ["Origin": origin], session: rig.session()).status == 403) }
    #expect(rig.get("/api/state", ["Sec-Fetch-Site": "cross-site"], session: rig.session()).status == 403)
  }

  // PHONE-3
  @Test func `no part of the pattern is sent without a session`() throws {
    let rig = PhoneRig()
    try rig.show(tapText)
    let session = rig.session()
    let value = String(session.split(separator: "=")[1])
    let guesses: [String?] = [
      nil, "", "x", "thrum-phone-\(rig.port)=", "thrum-phone-\(rig.port)=\(value.dropLast())", "thrum-phone-1=\(value)",
      value, "thrum-phone-\(rig.port)=\(value)0",
    ]
    for part in PhoneDefenceTests.parts {
      for guess in guesses {
        let answer = rig.get(part, session: guess)
        rig.advance(1)
        #expect(answer.status == 401 && !answer.text.contains("Haptic"), "\(part) \(guess ?? "")")
      }
      #expect(rig.get(part, session: session).status == 200, "\(part)")
      #expect(rig.get(part, session: "other=1; \(session); third=2").status == 200, "\(part)")
    }
  }

  // PHONE-3
  @Test func `a used code is refused, and the error suggests a remedy`() {
    let rig = PhoneRig()
    let code = rig.code
    let first = rig.exchange(code)
    #expect(first.status == 204)
    #expect(first.field("Set-Cookie")?.hasSuffix("; Path=/; HttpOnly; SameSite=Strict") == true)
    let second = rig.exchange(code)
    #expect(second.status == 401 && second.field("Set-Cookie") == nil && second.text.contains("New code"))
    #expect(rig.reports == ["Chrome on Android, 192.168.1.66"])
  }

  // PHONE-4
  @Test func `only the exchange of a code changes anything`() throws {
    let rig = PhoneRig()
    try rig.show(tapText)
    let session = rig.session()
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get"] {
      for path in PhoneDefenceTests.parts + ["/", "/phone.js", "/nothing"] {
        let answer = rig.answer(rig.head(method, path, ["Origin": "http://\(rig.host)"], session: session))
        rig.advance(1)
        #expect(answer.status == 405 && answer.field("Allow") == "GET, HEAD", "\(method) \(path)")
      }
    }
    for method in ["GET", "HEAD", "PUT"] {
      let answer = rig.answer(rig.head(method, "/api/session"), body: #"{"code":"\#(rig.code)"}"#)
      #expect(answer.status == 405 && answer.field("Allow") == "POST")
    }
    #expect(rig.answer(rig.head("HEAD", "/api/state", session: session)).status == 200)
  }

  // PHONE-4
  @Test(arguments: [
    "/api/session/", "/api/files", "/api/file", "/api/live", "/api/phone", "/api/phone/code", "/api/shapes",
    "/api/ask/analyse", "/api", "/../index.html", "/phone/index.html", "/page/index.html", "/page/main.js", "/main.js",
    "/library/heartbeat.ahap", "/plans.ahap", "/secret/plans.ahap", "/%2e%2e/etc/passwd", "/etc/passwd", "//phone.js",
    "/phone.js/", "/.", "/..", "/index.html\0",
  ])
  func `only the page and the open pattern can be requested`(_ path: String) throws {
    let rig = PhoneRig()
    try rig.show(tapText)
    let session = rig.session()
    #expect(rig.answer(rig.head("GET", path, session: session)).status == 404)
  }

  // PHONE-5
  @Test func `no response contains the name of the file or of its folder`() throws {
    let folder = TemporaryFolder(["secret-plans.ahap": tapText, "another-file.ahap": tapText])
    let opened = try StudioFolder(folder.path, isWritable: false)
    let rig = PhoneRig { text, _, _, _, _ in text }
    let broken = tapText.replacingOccurrences(of: "0.5", with: "oops")
    for text in [tapText, broken, "", "{", nil] {
      try rig.show(text, path: "secret-plans.ahap", folder: opened)
      rig.desk.renewCode()
      rig.advance(60)
      let session = rig.session()
      for path in PhoneDefenceTests.parts + ["/", "/phone.js", "/nothing", "/api/session"] {
        let answer = rig.get(path, session: session)
        let said = answer.text + answer.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        for word in ["secret", "plans", "another", folder.path, opened.name] {
          #expect(!said.contains(word), "\(path) says \(word)")
        }
      }
    }
  }

  // PHONE-6
  @Test func `the size of a request body is limited`() {
    let rig = PhoneRig()
    let long = rig.answer(rig.head("POST", "/api/session", ["Content-Length": "257"]))
    #expect(long.status == 413 && long.text.contains("256 bytes"))
    let endless = rig.answer(
      rig.head("POST", "/api/session"), body: #"{"code":""# + String(repeating: "0", count: 300) + #""}"#)
    #expect(endless.status == 413)
    for body in ["", "[]", "null", "{}", #"{"code":1}"#, "\u{0}", "{"] {
      rig.advance(60)
      #expect(rig.answer(rig.head("POST", "/api/session"), body: body).status == 400, "\(body)")
    }
    #expect(rig.exchange(rig.code, ["Content-Type": "text/plain"]).status == 415)
  }

  // PHONE-6
  @Test func `guesses are limited to five, then to one every ten seconds, and other phones are not locked out`() {
    let rig = PhoneRig()
    let answers = (0..<20).map { _ in rig.exchange(String(repeating: "0", count: 32)).status }
    #expect(answers == Array(repeating: 401, count: 5) + Array(repeating: 429, count: 15))
    #expect(rig.exchange(rig.code).status == 429)
    #expect(rig.exchange(rig.code).field("Retry-After") == "10")
    rig.advance(10)
    #expect(rig.exchange("0").status == 401 && rig.exchange("0").status == 429)
    #expect(rig.exchange(rig.code, from: 7).status == 204)
  }

  // PHONE-6
  @Test func `requests from one address are rate-limited, and those from others are still served`() {
    let rig = PhoneRig()
    let answers = (0..<100).map { _ in rig.get("/").status }
    #expect(answers == Array(repeating: 200, count: 60) + Array(repeating: 429, count: 40))
    #expect(rig.get("/", from: 7).status == 200)
    rig.advance(1)
    #expect((0..<40).count { _ in rig.get("/").status == 200 } == 20)
  }

  // PHONE-7
  @Test func `every response forbids framing, third-party scripts, sniffing, referrers and cross-origin access`() throws
  {
    let rig = PhoneRig()
    try rig.show(tapText)
    let session = rig.session()
    var answers = PhoneDefenceTests.parts.map { rig.get($0, session: session) }
    answers += [
      rig.get("/"), rig.get("/nothing"), rig.get("/api/state"), rig.get("/", ["Host": "evil.example"]),
      rig.exchange("x"), rig.answer(rig.head("OPTIONS", "/api/state")),
      rig.answer(rig.head("POST", "/api/session", ["Content-Length": "999"])),
    ]
    for answer in answers {
      let policy = answer.field("Content-Security-Policy") ?? ""
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe") && !policy.contains("data:"))
      #expect(answer.field("X-Content-Type-Options") == "nosniff")
      #expect(answer.field("Referrer-Policy") == "no-referrer")
      #expect(answer.field("Cross-Origin-Resource-Policy") == "same-origin")
      #expect(answer.field("Cache-Control") == "no-store")
      #expect(!answer.fields.contains { $0.name.hasPrefix("Access-Control") })
    }
  }

  // PHONE-8
  @Test func `the studio rejects the phone page's sessions, and the page rejects the studio's token`() throws {
    let phone = PhoneRig()
    let studio = try StudioRig(phone: phone.desk)
    #expect(studio.ask("GET", "/api/phone").status == 200)
    #expect(studio.ask("GET", "/api/phone", ["X-Thrum-Token": phone.code]).status == 401)
    let session = phone.session()
    #expect(studio.ask("GET", "/api/session", ["X-Thrum-Token": String?.none, "Cookie": session]).status == 401)
    #expect(phone.get("/api/state", ["X-Thrum-Token": studio.token]).status == 401)
    #expect(phone.exchange(studio.token).status == 401)
    #expect(studio.ask("GET", "/api/phone", ["Host": phone.host]).status == 421)
  }
}
