import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ThrumStudio

/// Long work reports its progress and ends when abandoned.
@Suite("Studio: long work")
struct LongWorkTests {
  /// A sound of 20 s, as the page uploads it.
  private static let sound = Data(WAVBytes.tone(seconds: 20)).base64EncodedString()

  private func request(_ path: String, _ json: [String: Any], isAbandoned: @escaping @Sendable () -> Bool) throws
    -> HTTPRequest
  {
    var request = HTTPRequest(method: "POST", path: path)
    request.body = Array(try JSONSerialization.data(withJSONObject: json))
    request.isAbandoned = isAbandoned
    return request
  }

  /// Answers a request. Returns how often it checked for abandonment, and the status.
  private func answer(_ path: String, _ json: [String: Any], givenUpAfter most: Int) throws -> (asked: Int, status: Int)
  {
    let asked = Counter()
    let routes = StudioRoutes(StudioContext(folder: nil, devices: StudioDevices(list: { [] })))
    let status = routes.answer(try request(path, json) { asked.next() > most }).status
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

  @Test(arguments: ["/api/generate", "/api/analyse", "/api/wave", "/api/render"])
  func `abandoned work ends within one block`(_ path: String) throws {
    let long = #"{"Pattern":[{"Event":{"EventType":"HapticContinuous","Time":0,"EventDuration":25}}]}"#
    let json: [String: Any] =
      path == "/api/generate"
      ? ["name": "a.wav", "data": LongWorkTests.sound] : ["text": long, "from": 20.0, "to": 20.01, "columns": 100]
    let whole = try answer(path, json, givenUpAfter: .max)
    #expect(whole.status == 200 && whole.asked > 10)
    let cut = try answer(path, json, givenUpAfter: 3)
    #expect(cut.status != 200 && cut.asked == 4)
  }

  @Test func `a job reports its progress only while it runs`() throws {
    let routes = StudioRoutes(StudioContext(folder: nil, devices: StudioDevices(list: { [] })))
    let parts = Mutex<[Double]>([])
    let ask = { @Sendable () -> String in
      var request = HTTPRequest(method: "GET", path: "/api/progress")
      request.query = ["job": "seven"]
      return routes.answer(request).text
    }
    let request = try request("/api/generate", ["name": "a.wav", "data": LongWorkTests.sound, "job": "seven"]) {
      let part = ask().firstMatch(of: #/"part":([0-9.e-]+)/#).flatMap { Double($0.1) }
      parts.withLock { $0.append(part ?? -1) }
      return false
    }
    #expect(routes.answer(request).status == 200)
    let seen = parts.withLock { $0 }
    #expect(seen.count > 10 && seen == seen.sorted() && (seen.first ?? -1) > 0 && (seen.last ?? 2) <= 1)
    #expect(!ask().contains("part"))
  }
}
