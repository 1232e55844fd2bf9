import ThrumEngine
import Testing

/// Something that a test expected and that is not so.
///
/// An issue of the test in Swift Testing; what a ``HapticTestScope`` was told to do with it, elsewhere.
public struct HapticTestFailure: Sendable, CustomStringConvertible {
  /// What was expected, what is, and where in the timeline.
  public let message: String
  /// Path of the source file; empty when it is not known.
  public let path: String
  /// Line of the source file, from 1.
  public let line: Int

  /// The place, when it is known, and the message.
  public var description: String {
    guard !path.isEmpty else { return message }
    return "\(path.split(separator: "/").last ?? ""):\(line): \(message)"
  }
}

/// Where failures go.
enum TestFailures {
  /// Records a failure where it belongs.
  static func report(_ text: String, at location: SourceLocation) {
    var message = text
    if let environment = HapticEnvironment.scoped {
      RunningTests.noteFailure(in: environment)
      if let hint = LeftBehind.hint(for: environment) {
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
  /// A place for what has none.
  static let unknown = SourceLocation(fileID: "ThrumTesting/Unknown.swift", filePath: "", line: 1, column: 1)

  /// Where the file is: `filePath` from Swift 6.3 on.
  var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}
