import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ThrumStudio

/// Long work reports its progress and ends when abandoned.
@Suite("Studio: long work")
struct LongWorkTests {
  /// A sound of 20 s, as the page uploads it.
  private static let sound = WAVBytes.tone(seconds: 20)

  private func request(
    _ question: String, _ json: [String: Any], file: [UInt8]? = nil, isAbandoned: @escaping @Sendable () -> Bool
  ) throws -> HTTPRequest {
    var request = HTTPRequest(method: "POST", path: AskRoutes.root + question)
    request.body = Array(try JSONSerialization.data(withJSONObject: json))
    if let file {
      request.fields = [("content-type", AskRoutes.withFile)]
      request.body += [UInt8(ascii: "\n")] + file
    }
    request.isAbandoned = isAbandoned
    return request
  }

  /// Answers a request. Returns how often it checked for abandonment, and the status.
  private func answer(
    _ name: String, _ json: [String: Any], _ file: [UInt8]?, givenUpAfter most: Int
  ) throws -> (asked: Int, status: Int) {
    let asked = Counter()
    let routes = StudioRoutes(StudioContext(folder: nil, devices: StudioDevices(list: { [] })))
    let status = routes.answer(try request(name, json, file: file) { asked.next() > most }).status
    return (asked.count, status)
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func next() -> Int {
      value.withLock {
        $0 += 1
        return $0
      }
    }
  }

  @Test(arguments: [
    "generate", "analyse", "wave", "feel", "judge", "cureFelt",
    "export?waveform.xml", "export?haptic", "export?richtap-1", "export?timeline.kt",
  ])
  func `abandoned work ends at its next check`(_ name: String) throws {
    let path = String(name.prefix { $0 != "?" })
    let events = (0..<1_500).map {
      #"{"Event":{"EventType":"HapticContinuous","Time":\#(Double($0) / 60),"EventDuration":0.012}}"#
    }
    var json: [String: Any] = ["text": #"{"Pattern":[\#(events.joined(separator: ","))]}"#]
    var file: [UInt8]?
    switch path {
    case "generate": (json, file) = (["name": "a.wav"], LongWorkTests.sound)
    case "wave": json.merge(["from": 20.0, "to": 20.01, "columns": 100]) { $1 }
    case "judge": json["motors"] = ["iphone-taptic"]
    case "cureFelt": json.merge(["motor": "iphone-taptic", "index": 3]) { $1 }
    case "export": json.merge(["as": String(name.dropFirst(path.count + 1)), "name": "a.ahap"]) { $1 }
    default: break
    }
    let whole = try answer(path, json, file, givenUpAfter: .max)
    #expect([200, 422].contains(whole.status) && whole.asked > 5)
    let cut = try answer(path, json, file, givenUpAfter: 3)
    // The reason may be asked for once more on the way out.
    #expect(cut.status == 499 && cut.asked <= 6)
  }

  @Test func `work that takes too long is refused with the command that can do it`() throws {
    let seconds = Mutex(0.0)
    let now = { @Sendable in
      seconds.withLock {
        $0 += 1
        return $0
      }
    }
    let routes = StudioRoutes(
      StudioContext(folder: nil, devices: StudioDevices(list: { [] })), work: LongWork(now: now))
    let long = #"{"Pattern":[{"Event":{"EventType":"HapticTransient","Time":500}}]}"#
    let answer = routes.answer(try request("analyse", ["text": long], isAbandoned: { false }))
    #expect(answer.status == 503 && answer.text.contains("thrum convert"))
    #expect(seconds.withLock { $0 } < LongWork.longestSeconds + 5)
  }

  @Test func `a request with the wrong method names the right ones, whatever the route`() throws {
    let routes = StudioRoutes(StudioContext(folder: nil, devices: StudioDevices(list: { [] })))
    for (path, allowed) in [("/api/share", "POST"), ("/api/file", "GET, PUT"), ("/api/ask/match", "POST")] {
      let answer = routes.answer(HTTPRequest(method: "DELETE", path: path))
      #expect(answer.status == 405 && answer.field("Allow") == allowed)
    }
  }

  @Test func `a sound that was sent is kept for other values until two others came`() throws {
    let routes = StudioRoutes(StudioContext(folder: nil, devices: StudioDevices(list: { [] })))
    struct Generated: Decodable {
      var text: String
      var sound: Int
    }
    func generate(_ json: [String: Any], _ file: [UInt8]? = nil) throws -> Generated? {
      let answer = routes.answer(try request("generate", json, file: file, isAbandoned: { false }))
      return answer.status == 204 ? nil : try JSONDecoder().decode(Generated.self, from: Data(answer.text.utf8))
    }
    func send() throws -> Generated? { try generate(["name": "a.wav"], WAVBytes.tone(seconds: 1)) }
    let first = try #require(try send())
    let again = try #require(try generate(["name": "a.wav", "sound": first.sound]))
    #expect(again.text == first.text)
    let soft = try #require(try generate(["name": "a.wav", "sound": first.sound, "gain": -12]))
    #expect(soft.text != first.text && soft.sound == first.sound)
    for _ in 0..<2 { _ = try send() }
    #expect(try generate(["name": "a.wav", "sound": first.sound]) == nil)
  }

  @Test func `a job reports its progress only while it runs`() throws {
    let routes = StudioRoutes(StudioContext(folder: nil, devices: StudioDevices(list: { [] })))
    let parts = Mutex<[Double]>([])
    let ask = { @Sendable () -> String in
      var request = HTTPRequest(method: "GET", path: "/api/progress")
      request.query = ["job": "seven"]
      return routes.answer(request).text
    }
    var request = try request("generate", ["name": "a.wav"], file: LongWorkTests.sound) {
      let part = ask().firstMatch(of: #/"part":([0-9.e-]+)/#).flatMap { Double($0.1) }
      parts.withLock { $0.append(part ?? -1) }
      return false
    }
    request.query = ["job": "seven"]
    #expect(routes.answer(request).status == 200)
    let seen = parts.withLock { $0 }
    #expect(seen.count > 10 && seen == seen.sorted() && (seen.first ?? -1) > 0 && (seen.last ?? 2) <= 1, "\(seen)")
    #expect(!ask().contains("part"))
  }
}
