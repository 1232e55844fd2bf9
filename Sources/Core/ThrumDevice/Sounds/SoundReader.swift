/// Reads sound files; the seam behind which a library does the work.
///
/// - Thread: any.
public protocol SoundReader {
  /// Reads a file whole, at its own rate; more than two channels are mixed down to two.
  ///
  /// - Throws: ``SoundError`` when there is no such file or it cannot be decoded.
  func read(path: String) throws(SoundError) -> SoundMemory
}

/// Why a sound cannot be played.
public struct SoundError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Sendable {
    case notFound, unreadable, tooLarge, noRoom
    /// Decoded, all sounds together would take more memory than they may.
    case noMemory
    /// The library that reads sounds is missing.
    case noLibrary
  }

  /// What went wrong.
  public let reason: Reason
  /// The file.
  public let path: String
  /// In the words of whoever tried.
  public let detail: String

  /// Makes an error.
  public init(_ reason: Reason, path: String, detail: String) {
    self.reason = reason
    self.path = path
    self.detail = detail
  }

  /// One sentence.
  public var description: String { "\(path): \(detail)" }
}
