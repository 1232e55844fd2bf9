import Testing
import ThrumEngine

/// A failed expectation, passed to the closure of ``HapticTestScope``.
public struct HapticTestFailure: Sendable, CustomStringConvertible {
  /// Expected and actual behaviour, with an excerpt of the timeline.
  public let message: String
  /// Path of the source file, empty if unknown.
  public let path: String
  /// Line, from 1.
  public let line: Int

  /// Source location, if known, and message.
  public var description: String {
    guard !path.isEmpty else { return message }
    return "\(path.split(separator: "/").last ?? ""):\(line): \(message)"
  }
}

package enum TestFailures {
  package static func report(_ text: String, at location: SourceLocation) {
    var message = text
    if let environment = HapticEnvironment.scoped {
      RunningTests.noteFailure(in: environment)
      if let hint = AbandonedDevices.hint(for: environment) {
        message += (text.hasSuffix("\n") ? "" : "\n") + "note: \(hint)"
      }
    }
    if Test.current == nil, let reporter = HapticTestScope.reporter {
      return reporter(HapticTestFailure(message: message, path: location.path, line: location.line))
    }
    Issue.record(Comment(rawValue: message), sourceLocation: location)
  }
}

extension SourceLocation {
  static let unknown = SourceLocation(fileID: "ThrumTesting/Unknown.swift", filePath: "", line: 1, column: 1)

  var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}
