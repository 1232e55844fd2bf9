import Synchronization

/// The sound reader of a linked output library, for engines that are told nothing else; none in a program without one.
///
/// - Thread: any.
public enum LinkedSoundReader {
  private static let linked = Mutex<(any SoundReader & Sendable)?>(nil)

  /// The reader, once it was registered.
  ///
  /// - Thread: any.
  public static var current: (any SoundReader & Sendable)? { linked.withLock { $0 } }

  /// Makes a reader known; the first stays.
  ///
  /// - Thread: any.
  public static func register(_ reader: any SoundReader & Sendable) { linked.withLock { $0 = $0 ?? reader } }
}
