import CRealtime
import Synchronization

/// The memory that decoded sounds may take together, so that no pattern takes all there is.
///
/// - Thread: any.
public final class SoundBudget: Sendable {
  /// The limit of the process: 1 GiB.
  public static let process = SoundBudget(limit: 1 << 30)

  /// Bytes that a limit on the address space has to leave to everything else: threads, buffers, the pattern.
  static let reserve = 100_000_000

  /// Bytes of all sounds.
  public let limit: Int
  private let used = Mutex<Int>(0)

  /// A budget of its own.
  public init(limit: Int) { self.limit = limit }

  /// Bytes that are taken at the moment.
  public var bytesUsed: Int { used.withLock { $0 } }

  /// Takes bytes for a file; `needed` is what the sentence names, all of the file.
  ///
  /// - Throws: ``SoundError`` `noMemory` when they are not left.
  func take(_ bytes: Int, needed: Int, path: String) throws(SoundError) {
    let system = thrum_address_space_left()
    let systemLeft = system < 0 ? Int.max : max(0, Int(system) - SoundBudget.reserve)
    let left: Int? = used.withLock { used in
      guard bytes <= limit - used, bytes <= systemLeft else { return limit - used }
      used += bytes
      return nil
    }
    guard let left else { return }
    let need = "decoded it needs \(SoundBudget.megabytes(needed))"
    guard bytes > left else {
      throw SoundError(
        .noMemory, path: path,
        detail: "\(need), and the limit on memory leaves \(SoundBudget.megabytes(systemLeft)) for sounds: "
          + "raise it (ulimit -v), or shorten the sound")
    }
    throw SoundError(
      .noMemory, path: path,
      detail: "\(need), and \(SoundBudget.megabytes(left)) are left of the \(SoundBudget.megabytes(limit)) that all "
        + "sounds of a run may take: shorten it, or use fewer sounds")
  }

  /// Gives bytes back.
  func giveBack(_ bytes: Int) { used.withLock { $0 -= bytes } }

  /// Rounded up, as people say it.
  private static func megabytes(_ bytes: Int) -> String { "\((bytes + (1 << 20) - 1) >> 20) MB" }
}
