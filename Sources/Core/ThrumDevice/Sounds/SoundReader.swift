import Glibc
import Synchronization
import ThrumSystem

/// Reads sound files.
///
/// - Thread: any.
public protocol SoundReader {
  /// Reads a whole file at its own rate, mixing more than two channels down to two.
  ///
  /// - Throws: ``SoundError`` if the file does not exist or cannot be decoded.
  func read(path: String) throws(SoundError) -> SoundMemory
}

/// Sound reader of a linked output library.
public enum LinkedSoundReader {
  private static let linked = Mutex<(any SoundReader & Sendable)?>(nil)

  /// Registered reader, if any.
  public static var current: (any SoundReader & Sendable)? { linked.withLock { $0 } }

  /// Registers a reader. The first registration wins.
  public static func register(_ reader: any SoundReader & Sendable) { linked.withLock { $0 = $0 ?? reader } }
}

extension ChunkedFile {
  /// Opens a file and keeps it open while this value exists.
  ///
  /// - Throws: See ``OpenFile``.
  package init(path: String) throws(SoundError) { self = try OpenFile(path).chunks }
}
