import Foundation

/// A folder with files, removed with its last reference.
public final class TemporaryFolder: Sendable {
  /// Path of the folder.
  public let path: String

  /// Creates a folder with `files`, by relative path.
  public init(_ files: [String: String] = [:]) {
    path = NSTemporaryDirectory() + "thrum-test-\(UInt64.random(in: 0...UInt64.max))"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files {
      let place = path + "/" + name
      try? FileManager.default.createDirectory(
        atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try? text.write(toFile: place, atomically: false, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Text of a file.
  public func content(_ name: String) -> String? { try? String(contentsOfFile: path + "/" + name, encoding: .utf8) }
}

/// An AHAP pattern with one tap.
public let tapText = """
  { "Version": 1.0, "Pattern": [ { "Event": { "Time": 0, "EventType": "HapticTransient", "EventParameters": [
    { "ParameterID": "HapticIntensity", "ParameterValue": 1 } ] } } ] }
  """
