/// Reads sound files; implemented by a decoding library.
///
/// - Thread: any.
public protocol SoundReader {
  /// Reads a whole file at its own rate; more than two channels are mixed down to two.
  ///
  /// - Throws: ``SoundError`` if the file does not exist or cannot be decoded.
  func read(path: String) throws(SoundError) -> SoundMemory
}

/// Reason why a sound cannot be played.
public struct SoundError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The category of an error.
  public enum Reason: Sendable {
    case notFound, unreadable, tooLarge, noRoom
    /// All decoded sounds together would exceed the memory budget.
    case noMemory
    case noLibrary
  }

  /// The category.
  public let reason: Reason
  /// Path of the file.
  public let path: String
  /// The human-readable cause.
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
