import CLinux
import ThrumSystem

/// Reason why a sound cannot be played.
public struct SoundError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Category of an error.
  public enum Reason: Sendable {
    case notFound, unreadable, tooLarge, noRoom
    /// The memory budget for all decoded sounds is exhausted.
    case noMemory
    case noLibrary
  }

  /// Category.
  public let reason: Reason
  /// Path of the file.
  public let path: String
  /// Human-readable cause.
  public let detail: String

  /// Creates an error.
  public init(_ reason: Reason, path: String, detail: String) {
    self.reason = reason
    self.path = path
    self.detail = detail
  }

  /// Path and cause.
  public var description: String { "\(path): \(detail)" }
}
