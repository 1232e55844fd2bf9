import Synchronization

/// Reads sound files.
///
/// - Thread: any.
public protocol SoundReader {
  /// Reads a whole file at its own rate, mixing more than two channels down to two.
  ///
  /// - Throws: ``SoundError`` if the file does not exist or cannot be decoded.
  func read(path: String) throws(SoundError) -> SoundMemory
}

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

/// Sound reader of a linked output library.
public enum LinkedSoundReader {
  private static let linked = Mutex<(any SoundReader & Sendable)?>(nil)

  /// Registered reader, if any.
  public static var current: (any SoundReader & Sendable)? { linked.withLock { $0 } }

  /// Registers a reader. The first registration wins.
  public static func register(_ reader: any SoundReader & Sendable) { linked.withLock { $0 = $0 ?? reader } }
}
