import Foundation
import TestSupport
import Testing

@testable import ThrumStudio

/// Bodies that are too long or of the wrong shape. Slow clients and too many clients are in `StudioDeviceTests`.
@Suite("Studio: limits")
struct LimitTests {
  // WEB-8
  @Test func `a body with a declared length over the limit is not read`() throws {
    let rig = try StudioRig()
    let head = rig.head("POST", "/api/ask/analyse", length: 1 << 40)
    #expect(rig.service.responder.refusal(head)?.status == 413)
  }

  // WEB-8
  @Test func `a body that grows past the limit is rejected`() throws {
    let rig = try StudioRig(limits: Studio.Limits(bodyBytes: 100_000))
    let head = rig.head("POST", "/api/ask/analyse", ["Transfer-Encoding": "chunked"])
    #expect(rig.answer(head, body: [UInt8](repeating: 0x20, count: 100_000)).status == 400)
    #expect(rig.answer(head, body: [UInt8](repeating: 0x20, count: 100_001)).status == 413)
  }

  // WEB-13
  @Test(arguments: [
    #"{}"#, #"[]"#, #"{"text":1}"#, #"{"text":"x","gain":1e999}"#, #"{"text":"x","columns":"many"}"#, "\u{1}", "",
  ])
  func `a request body with the wrong structure is rejected`(_ body: String) throws {
    let rig = try StudioRig()
    #expect(rig.ask("POST", "/api/ask/analyse", body: body).status == 400)
  }

  // WEB-13
  @Test func `unknown settings are rejected`() throws {
    let rig = try StudioRig()
    for wrong in [["actuator": "x"], ["monitor": "x"], ["gain": 1000]] as [[String: Any]] {
      let answer = rig.ask("POST", "/api/ask/analyse", json: wrong.merging(["text": tapText]) { a, _ in a })
      #expect(answer.status == 400 && answer.text.contains("badArguments"))
    }
  }
}
