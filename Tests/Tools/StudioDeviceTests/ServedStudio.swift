import Foundation
import TestSupport
import ThrumDevice
import ThrumSystem

@testable import ThrumStudio

/// A studio with a server on a port, over a temporary folder.
struct ServedStudio {
  let studio: Studio
  let folder: TemporaryFolder

  init(
    isWritable: Bool = false, _ files: [String: String] = [:], devices: StudioDevices = StudioDevices(list: { [] }),
    limits: Studio.Limits = Studio.Limits(),
    startLiveThread: @escaping HTTPServer.ThreadStarter = startThread
  ) throws {
    folder = TemporaryFolder(files)
    let context = StudioContext(folder: try StudioFolder(folder.path, isWritable: isWritable), devices: devices)
    studio = try Studio(context, limits: limits, startLiveThread: startLiveThread)
  }

  var token: String { String(studio.address.split(separator: "=")[1]) }
  var host: String { "127.0.0.1:\(studio.port)" }

  /// A request like the page's. Given fields replace the page's own; `nil` omits them.
  func head(_ method: String, _ target: String, _ changed: [String: String?] = [:], length: Int? = nil) -> String {
    var fields: [String: String] = [
      "Host": host, "X-Thrum-Token": token, "Origin": "http://\(host)", "Connection": "close",
    ]
    if method == "POST" || method == "PUT" { fields["Content-Type"] = "application/json" }
    if let length { fields["Content-Length"] = "\(length)" }
    for (name, value) in changed { fields[name] = value }
    let lines = fields.sorted { $0.key < $1.key }.map { "\($0): \($1)\r\n" }.joined()
    return "\(method) \(target) HTTP/1.1\r\n\(lines)\r\n"
  }

  /// Makes a request on a new connection.
  func ask(_ method: String, _ target: String, _ changed: [String: String?] = [:], body: String? = nil) -> RawAnswer? {
    let client = RawClient(studio)
    client.send(head(method, target, changed, length: body.map(\.utf8.count)) + (body ?? ""))
    _ = client.ends()
    return RawAnswer(client.received)
  }
}
