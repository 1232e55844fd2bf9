import Foundation
import TestSupport
import ThrumAnalysis

@testable import ThrumStudio

/// A studio without a server over a temporary folder, with requests like the page's.
///
/// A request passes through the responder that the server's callbacks use, without a socket, a thread or a clock.
struct StudioRig {
  let service: StudioService
  let folder: TemporaryFolder

  init(
    isWritable: Bool = false, _ files: [String: String] = [:], actuators: [ActuatorFile] = [],
    devices: StudioDevices = StudioDevices(list: { [] }), limits: Studio.Limits = Studio.Limits(),
    phone: PhoneDesk? = nil
  ) throws {
    try self.init(
      isWritable: isWritable, on: TemporaryFolder(files), actuators: actuators, devices: devices, limits: limits,
      phone: phone)
  }

  /// A studio over an existing folder.
  init(
    isWritable: Bool, on folder: TemporaryFolder, actuators: [ActuatorFile] = [],
    devices: StudioDevices = StudioDevices(list: { [] }), limits: Studio.Limits = Studio.Limits(),
    phone: PhoneDesk? = nil
  ) throws {
    self.folder = folder
    let context = StudioContext(
      folder: try StudioFolder(folder.path, isWritable: isWritable), motors: StudioMotors(actuators), devices: devices,
      phone: phone)
    service = StudioService(context, limits: limits)
    service.open(port: port)
  }

  let port: UInt16 = 4321
  var token: String { service.token.description }
  var host: String { "127.0.0.1:\(port)" }

  /// A request's head. Given fields replace the page's own; `nil` omits them.
  func head(_ method: String, _ target: String, _ changed: [String: String?] = [:], length: Int? = nil) -> HTTPRequest {
    let parts = target.split(separator: "?", maxSplits: 1)
    var request = HTTPRequest(method: method, path: String(parts[0]))
    for argument in parts.dropFirst().joined().split(separator: "&") {
      let pair = argument.split(separator: "=", maxSplits: 1).map(String.init)
      // Invalid UTF-8 counts as empty, as in the server.
      request.query[pair[0]] = pair.count > 1 ? pair[1].removingPercentEncoding ?? "" : ""
    }
    var fields: [String: String] = ["Host": host, "X-Thrum-Token": token, "Origin": "http://\(host)"]
    if method == "POST" || method == "PUT" { fields["Content-Type"] = "application/json" }
    if let length { fields["Content-Length"] = "\(length)" }
    for (name, value) in changed { fields[name] = value }
    request.fields = fields.map { (name: $0.key.lowercased(), value: $0.value) }
    return request
  }

  /// Passes a request through the steps of the server's callbacks, with its body in parts.
  func answer(_ head: HTTPRequest, body: some Collection<UInt8> = [UInt8]()) -> HTTPResponse {
    if let refusal = service.responder.refusal(head) { return refusal }
    var arrival = IncomingRequest(head)
    var rest = body[...]
    while !rest.isEmpty {
      service.responder.append(rest.prefix(32_768), to: &arrival)
      rest = rest.dropFirst(32_768)
    }
    return service.responder.response(to: arrival)
  }

  func ask(_ method: String, _ target: String, _ changed: [String: String?] = [:], body: String? = nil) -> HTTPResponse
  {
    answer(head(method, target, changed, length: body.map(\.utf8.count)), body: Array((body ?? "").utf8))
  }

  func ask(_ method: String, _ target: String, json: [String: Any]) -> HTTPResponse {
    let data = (try? JSONSerialization.data(withJSONObject: json)) ?? Data()
    return ask(method, target, body: String(decoding: data, as: UTF8.self))
  }

  /// A question with a file.
  func ask(_ question: String, json: [String: Any], file: [UInt8]) -> HTTPResponse {
    let data = (try? JSONSerialization.data(withJSONObject: json)) ?? Data()
    let body = Array(data) + [UInt8(ascii: "\n")] + file
    let fields = ["Content-Type": AskRoutes.withFile]
    return answer(head("POST", AskRoutes.root + question, fields, length: body.count), body: body)
  }

  /// Requests the live connection with a WebSocket handshake.
  func askLive(key: String = "dGhlIHNhbXBsZSBub25jZQ==") -> HTTPResponse {
    ask(
      "GET", "/api/live?token=\(token)",
      [
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key,
        "X-Thrum-Token": String?.none,
      ])
  }

  func content(_ name: String) -> String? { folder.content(name) }
}

extension HTTPResponse {
  func field(_ name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }

  var text: String { String(decoding: body, as: UTF8.self) }
}
