import Foundation
@testable import HapticStudio

/// A studio over a folder of its own, and requests to it.
struct StudioRig {
  let studio: Studio
  let folder: TemporaryFolder

  init(isWritable: Bool = false, _ files: [String: String] = [:], limits: Studio.Limits = Studio.Limits()) throws {
    folder = TemporaryFolder(files)
    studio = try Studio(folder: folder.path, isWritable: isWritable, limits: limits)
  }

  var token: String { String(studio.address.split(separator: "=")[1]) }
  var host: String { "127.0.0.1:\(studio.port)" }

  /// A request as the page makes it; fields that are given take the place of the page's own, `nil` leaves them out.
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

  /// Makes a request on a connection of its own.
  func ask(_ method: String, _ target: String, _ changed: [String: String?] = [:], body: String? = nil) -> RawAnswer? {
    let client = RawClient(studio)
    client.send(head(method, target, changed, length: body.map(\.utf8.count)) + (body ?? ""))
    _ = client.ends()
    return RawAnswer(client.received)
  }

  /// Makes a request with a JSON body.
  func ask(_ method: String, _ target: String, json: [String: Any]) -> RawAnswer? {
    let data = (try? JSONSerialization.data(withJSONObject: json)) ?? Data()
    return ask(method, target, body: String(decoding: data, as: UTF8.self))
  }

  /// What a file of the folder holds.
  func content(_ name: String) -> String? { try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8) }
}

/// A folder that goes with its last reference.
final class TemporaryFolder: Sendable {
  let path: String

  init(_ files: [String: String] = [:]) {
    path = NSTemporaryDirectory() + "thrum-studio-\(UInt64.random(in: 0...UInt64.max))"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files {
      let place = path + "/" + name
      try? FileManager.default.createDirectory(
        atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try? text.write(toFile: place, atomically: false, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A pattern that taps once.
let tapText = """
  { "Version": 1.0, "Pattern": [ { "Event": { "Time": 0, "EventType": "HapticTransient", "EventParameters": [
    { "ParameterID": "HapticIntensity", "ParameterValue": 1 } ] } } ] }
  """
