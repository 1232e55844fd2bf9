import Foundation
import TestSupport
import Testing

@testable import ThrumStudio

/// The live connection with its engine. Needs real time and real sockets: the engine renders against the clock, and
/// its samples arrive on the connection. The tests wait for messages of the server, never for a time.
@Suite("Studio device: live messages", .enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage)))
struct LiveTests {
  @Test func `a tap plays, and the reply contains its latency`() throws {
    let live = LiveClient(try ServedStudio())
    live.send(#"{"type":"tap","id":8,"intensity":1,"sharpness":0.5}"#)
    var loudest: Float = 0
    var milliseconds: Double?
    while loudest == 0 || milliseconds == nil {
      let frame = try #require(live.next())
      if frame.code == 2 {
        #expect(frame.payload.count % 8 == 0)
        for place in stride(from: 0, to: frame.payload.count, by: 4) {
          let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(frame.payload[place + $1]) << UInt32(8 * $1) }
          loudest = max(loudest, abs(Float(bitPattern: bits)))
        }
      } else if let news = try JSONSerialization.jsonObject(with: Data(frame.payload)) as? [String: Any],
        news["type"] as? String == "done"
      {
        #expect(news["id"] as? Int == 8)
        milliseconds = news["milliseconds"] as? Double
      }
    }
    #expect(loudest > 0.01 && loudest <= 1)
    #expect((milliseconds ?? -1) >= 0)
  }

  @Test func `during a hold, moves are accepted until the release`() throws {
    let live = LiveClient(try ServedStudio())
    live.send(#"{"type":"hold","id":1,"intensity":0.6,"sharpness":0.2}"#)
    #expect(live.news("done") { $0["id"] as? Int == 1 } != nil)
    live.send(#"{"type":"move","id":2,"intensity":1,"sharpness":0.9}"#)
    #expect(live.news("done") { $0["id"] as? Int == 2 } != nil)
    live.send(#"{"type":"release"}"#)
    let finished = live.news("trace") { news in
      (news["entries"] as? [[String: Any]] ?? []).contains { ($0["text"] as? String)?.contains("finished") == true }
    }
    #expect(finished != nil)
  }

  @Test func `a pattern plays from an offset to its end`() throws {
    let live = LiveClient(try ServedStudio())
    live.send(try order(["type": "play", "text": tapText, "path": "", "offset": 0]))
    let meter = live.news("meter") { $0["isPlaying"] as? Bool == true }
    #expect(meter?["position"] is Double)
    #expect(live.news("ended") != nil)
  }

  @Test func `suspending the app reports the reason, and taps play again after it resumes`() throws {
    let live = LiveClient(try ServedStudio())
    live.send(#"{"type":"engine","call":"start"}"#)
    #expect(live.news("state") { $0["engine"] as? String == "running" } != nil)
    live.send(#"{"type":"fault","fault":"suspend"}"#)
    let told = live.news("trace") { news in
      (news["entries"] as? [[String: Any]] ?? []).contains {
        ($0["text"] as? String)?.contains("applicationSuspended") == true
      }
    }
    #expect(told != nil)
    live.send(#"{"type":"tap","id":3}"#)
    #expect(live.news("failed")?["to"] as? String == "tap")
    live.send(#"{"type":"fault","fault":"resume"}"#)
    live.send(#"{"type":"tap","id":4}"#)
    #expect(live.news("done") { $0["id"] as? Int == 4 } != nil)
  }

  @Test(arguments: [
    "", "[]", #"{"type":"nonsense"}"#, #"{"type":"fault","fault":"x"}"#, #"{"type":"sound","to":"x"}"#,
    #"{"type":"settings","actuator":"x"}"#, #"{"type":"engine","call":"x"}"#, #"{"type":"play","text":"{"}"#,
    #"{"type":"play"}"#,
  ])
  func `an invalid message is answered with an error message`(_ text: String) throws {
    let live = LiveClient(try ServedStudio())
    live.send(text)
    #expect((live.news("failed")?["message"] as? String)?.isEmpty == false)
  }

  // WEB-15
  @Test func `a device that the studio has not listed is not opened`() throws {
    let served = try ServedStudio()
    let live = LiveClient(served)
    let file = served.folder.path + "/written"
    for name in [#"file:"\#(file)",raw"#, #"file:"|touch \#(file)",raw"#, #"tee:null,"\#(file)",raw"#] {
      live.send(try order(["type": "sound", "to": "device", "device": name]))
      let failure = live.news("failed")
      #expect((failure?["message"] as? String)?.contains("-D NAME") == true)
    }
    live.send(#"{"type":"tap","id":1}"#)
    #expect(live.news("done") != nil)
    #expect(access(file, F_OK) != 0)
  }

  @Test func `out-of-range numbers are accepted`() throws {
    let live = LiveClient(try ServedStudio())
    live.send(#"{"type":"tap","id":1,"intensity":-1e308,"sharpness":1e308}"#)
    #expect(live.news("done") != nil)
    live.send(#"{"type":"hold","id":2,"intensity":1e308,"sharpness":-5}"#)
    #expect(live.news("done") != nil)
    live.send(try order(["type": "play", "text": tapText, "offset": -1e300, "rate": 1e300]))
    #expect(live.news("ended") != nil)
  }

  @Test func `changed and new files are reported`() throws {
    let served = try ServedStudio(["a.ahap": tapText])
    let live = LiveClient(served)
    #expect(live.news("state") != nil)
    try (tapText + " ").write(toFile: served.folder.path + "/a.ahap", atomically: true, encoding: .utf8)
    #expect(live.news("changed")?["path"] as? String == "a.ahap")
    try tapText.write(toFile: served.folder.path + "/b.ahap", atomically: false, encoding: .utf8)
    #expect(live.news("changed").map { $0["path"] == nil } == true)
  }

  @Test func `stopping the studio closes its connections`() throws {
    let served = try ServedStudio()
    let live = LiveClient(served)
    live.send(#"{"type":"tap","id":1}"#)
    #expect(live.news("done") != nil)
    served.studio.stop()
    #expect(live.closeCode() == 1001)
  }

  private func order(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }
}
