import Synchronization

/// What a linked output library can do for engines that are told nothing else. Empty in a program without one.
///
/// - Thread: any.
public struct LinkedOutput: Sendable {
  /// Makes a device of a name in the form of `THRUM_DEVICE`: `alsa`, `alsa:NAME`, `wav:PATH`; `nil` when it knows none of
  /// that name.
  public let makeOutput: @Sendable (String) -> (any OutputDevice)?
  /// Reads sounds.
  public let soundReader: any SoundReader & Sendable

  /// Describes a library.
  public init(
    makeOutput: @escaping @Sendable (String) -> (any OutputDevice)?, soundReader: any SoundReader & Sendable
  ) {
    self.makeOutput = makeOutput
    self.soundReader = soundReader
  }

  private static let linked = Mutex<LinkedOutput?>(nil)

  /// The library, once it has made itself known.
  public static var current: LinkedOutput? { linked.withLock { $0 } }

  /// Makes a library known; the first stays.
  public static func register(_ output: LinkedOutput) { linked.withLock { $0 = $0 ?? output } }
}
