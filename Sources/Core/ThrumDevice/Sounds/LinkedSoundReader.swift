import Synchronization

/// Sound reader of a linked output library.
public enum LinkedSoundReader {
  private static let linked = Mutex<(any SoundReader & Sendable)?>(nil)

  /// Registered reader, if any.
  public static var current: (any SoundReader & Sendable)? { linked.withLock { $0 } }

  /// Registers a reader. The first registration wins.
  public static func register(_ reader: any SoundReader & Sendable) { linked.withLock { $0 = $0 ?? reader } }
}
