import CAudio
import Glibc
import ThrumDevice
import ThrumSystem

/// An error while writing a file.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's path.
  public let path: String
  /// The system's error text or another cause.
  public let cause: String

  /// Creates an error.
  public init(path: String, cause: String) {
    self.path = path
    self.cause = cause
  }

  /// Path and cause.
  public var description: String { "\(path): \(cause)" }
}
