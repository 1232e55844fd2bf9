import Foundation
import TestSupport
import Testing

@testable import ThrumStudio

/// Attacks by a hostile page or neighbour, as in-process requests.
@Suite("Studio: policy")
struct DefenceTests {
  // WEB-2
  @Test(arguments: [
    "evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:PORT", "[::1]:PORT", "",
  ])
  func `a request to another host name is rejected, even if it is for the page itself`(_ name: String) throws {
    let rig = try StudioRig()
    let host = name.replacingOccurrences(of: "PORT", with: "\(rig.port)")
    #expect(rig.ask("GET", "/", ["Host": host]).status == 421)
    #expect(rig.ask("GET", "/api/session", ["Host": host]).status == 421)
  }

  // WEB-2
  @Test func `a request with no host or with two hosts is rejected`() throws {
    let rig = try StudioRig()
    #expect(rig.ask("GET", "/api/session", ["Host": String?.none]).status == 421)
    var twice = rig.head("GET", "/api/session")
    twice.fields.append((name: "host", value: "evil.example"))
    #expect(rig.answer(twice).status == 421)
  }

  // WEB-2
  @Test func `both names of the loopback interface are accepted`() throws {
    let rig = try StudioRig()
    let name = "localhost:\(rig.port)"
    #expect(rig.ask("GET", "/api/session", ["Host": name, "Origin": "http://\(name)"]).status == 200)
    #expect(rig.ask("GET", "/api/session").status == 200)
  }

  // WEB-3
  @Test(arguments: [
    "http://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1:PORT", "http://127.0.0.1:PORT.evil.example",
    "",
  ])
  func `requests from another origin are rejected`(_ name: String) throws {
    let rig = try StudioRig()
    let origin = name.replacingOccurrences(of: "PORT", with: "\(rig.port)")
    #expect(rig.ask("GET", "/api/session", ["Origin": origin]).status == 403)
    #expect(rig.ask("POST", "/api/ask/analyse", ["Origin": origin], body: "{\"text\":\"\"}").status == 403)
  }

  // WEB-3
  @Test func `the live connection and requests that change files must carry an origin`() throws {
    let rig = try StudioRig()
    #expect(rig.ask("GET", "/api/session", ["Origin": String?.none]).status == 200)
    #expect(rig.ask("POST", "/api/ask/analyse", ["Origin": String?.none], body: "{\"text\":\"\"}").status == 403)
    #expect(rig.ask("GET", "/api/live?token=\(rig.token)", ["Origin": String?.none]).status == 403)
    #expect(rig.ask("GET", "/api/session", ["Sec-Fetch-Site": "cross-site"]).status == 403)
    #expect(rig.ask("GET", "/api/session", ["Sec-Fetch-Site": "same-origin"]).status == 200)
  }

  // WEB-4
  @Test func `no data is returned without the token`() throws {
    let rig = try StudioRig(["a.ahap": tapText])
    let wrong = [nil, "", "x", String(rig.token.dropLast()), rig.token + "0", rig.token.uppercased() + "g"]
    for guess in wrong {
      for target in ["/api/session", "/api/files", "/api/file?path=a.ahap"] {
        let answer = rig.ask("GET", target, ["X-Thrum-Token": guess])
        #expect(answer.status == 401)
        #expect(!answer.text.contains("HapticTransient"))
      }
      #expect(rig.ask("GET", "/api/live?token=\(guess ?? "")").status == 401)
    }
    #expect(rig.ask("GET", "/api/session?token=\(rig.token)", ["X-Thrum-Token": String?.none]).status == 401)
  }

  // WEB-4
  @Test func `each run has a new 128-bit token`() throws {
    let tokens = try (0..<3).map { _ in try StudioRig().token }
    #expect(Set(tokens).count == 3)
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }

  // WEB-5
  @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", nil])
  func `a body without the JSON content type is rejected`(_ type: String?) throws {
    let rig = try StudioRig()
    let body = "{\"text\":\"\"}"
    #expect(rig.ask("POST", "/api/ask/analyse", ["Content-Type": type], body: body).status == 415)
    #expect(
      rig.ask("POST", "/api/ask/analyse", ["Content-Type": "application/json; charset=utf-8"], body: body).status == 200
    )
  }

  // WEB-6
  @Test func `every response forbids framing, third-party scripts, sniffing and cross-origin access`() throws {
    let rig = try StudioRig()
    let answers = [
      rig.ask("GET", "/"), rig.ask("GET", "/nothing"), rig.ask("GET", "/api/session"),
      rig.ask("GET", "/api/session", ["X-Thrum-Token": "x"]), rig.ask("GET", "/", ["Host": "evil.example"]),
      rig.ask("OPTIONS", "/api/session"), rig.ask("POST", "/api/ask/analyse", body: "no JSON"),
    ]
    for answer in answers {
      let policy = answer.field("Content-Security-Policy") ?? ""
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
      #expect(answer.field("X-Content-Type-Options") == "nosniff")
      #expect(answer.field("Cross-Origin-Resource-Policy") == "same-origin")
      #expect(answer.field("Cache-Control") == "no-store")
      #expect(!answer.fields.contains { $0.name.hasPrefix("Access-Control") })
    }
    #expect(answers[5].status == 415 || answers[5].status == 405)
  }
}
