import Foundation
import Synchronization
import ThrumAnswers

@testable import ThrumStudio

/// A phone page without a server, with a clock that the test moves.
final class PhoneRig: Sendable {
  let desk: PhoneDesk
  let service: PhoneService
  let port: UInt16 = 4321
  private let clock: Clock
  private let reported: Reported

  private final class Clock: Sendable {
    let seconds = Mutex(0.0)
  }

  private final class Reported: Sendable {
    let names = Mutex<[String]>([])
  }

  /// - Parameter draw: the picture of every pattern.
  init(draw: @escaping PhonePicture = { _, _, isDark, _, _ in Array((isDark ? "<svg>dark" : "<svg>light").utf8) }) {
    let (clock, reported) = (Clock(), Reported())
    (self.clock, self.reported) = (clock, reported)
    desk = PhoneDesk(
      address: IPv4Address(0xC0A8_0105), now: { clock.seconds.withLock { $0 } }, draw: draw,
      report: { name, client in reported.names.withLock { $0.append("\(name), \(client)") } })
    service = PhoneService(desk)
    service.open(port: port)
  }

  var host: String { "192.168.1.5:\(port)" }

  var code: String { desk.link.map { String($0.split(separator: "#")[1]) } ?? "" }

  var reports: [String] { reported.names.withLock { $0 } }

  func advance(_ seconds: Double) { clock.seconds.withLock { $0 += seconds } }

  func show(_ text: String?, path: String = "secret/plans.ahap", folder: StudioFolder? = nil) throws {
    desk.show(text, path: path, folder: folder, settings: SoundSettings())
  }

  /// A request's head like the page's. Given fields replace its own; `nil` omits them.
  func head(
    _ method: String, _ target: String, _ changed: [String: String?] = [:], session: String? = nil,
    from client: UInt32 = 0xC0A8_0142
  ) -> HTTPRequest {
    let parts = target.split(separator: "?", maxSplits: 1)
    var request = HTTPRequest(method: method, path: String(parts[0]))
    for argument in parts.dropFirst().joined().split(separator: "&") {
      let pair = argument.split(separator: "=", maxSplits: 1).map(String.init)
      request.query[pair[0]] = pair.count > 1 ? pair[1] : ""
    }
    var fields: [String: String] = [
      "Host": host, "User-Agent": "Mozilla/5.0 (Linux; Android 15) Chrome/131.0 Safari/537",
    ]
    if method == "POST" {
      fields["Content-Type"] = "application/json"
      fields["Origin"] = "http://\(host)"
    }
    if let session { fields["Cookie"] = session }
    for (name, value) in changed { fields[name] = value }
    request.fields = fields.map { (name: $0.key.lowercased(), value: $0.value) }
    request.client = IPv4Address(client)
    return request
  }

  func answer(_ head: HTTPRequest, body: String = "") -> HTTPResponse {
    if let refusal = service.responder.refusal(head) { return refusal }
    var arrival = IncomingRequest(head)
    service.responder.append(Array(body.utf8), to: &arrival)
    return service.responder.response(to: arrival)
  }

  func get(
    _ target: String, _ changed: [String: String?] = [:], session: String? = nil, from client: UInt32 = 0xC0A8_0142
  ) -> HTTPResponse {
    answer(head("GET", target, changed, session: session, from: client))
  }

  func exchange(_ code: String, _ changed: [String: String?] = [:], from client: UInt32 = 0xC0A8_0142) -> HTTPResponse {
    answer(head("POST", "/api/session", changed, from: client), body: #"{"code":"\#(code)"}"#)
  }

  /// The `Cookie` field of a phone that exchanges the current code.
  func session() -> String {
    let field = exchange(code).field("Set-Cookie") ?? ""
    return String(field.split(separator: ";").first ?? "")
  }
}
