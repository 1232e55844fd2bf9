import CRealtime
import Synchronization

/// Memory limit for all decoded sounds together.
///
/// - Thread: any.
public final class SoundBudget: Sendable {
  /// Process-wide limit of 1 GiB.
  public static let process = SoundBudget(limit: 1 << 30)

  /// Bytes to leave free if the address space is limited.
  static let reserve = 100_000_000

  /// Limit in bytes.
  public let limit: Int
  private let used = Mutex<Int>(0)

  /// Creates a separate budget.
  public init(limit: Int) { self.limit = limit }

  /// Bytes in use.
  public var bytesUsed: Int { used.withLock { $0 } }

  /// `needed` is for the error message.
  ///
  /// - Throws: ``SoundError`` `noMemory`.
  func take(_ bytes: Int, needed: Int, path: String) throws(SoundError) {
    let system = thrum_address_space_left()
    let systemLeft = system < 0 ? Int.max : max(0, Int(system) - SoundBudget.reserve)
    let left: Int? = used.withLock { used in
      guard bytes <= limit - used, bytes <= systemLeft else { return limit - used }
      used += bytes
      return nil
    }
    guard let left else { return }
    let need = "decoded, it needs \(SoundBudget.megabytes(needed))"
    guard bytes > left else {
      throw SoundError(
        .noMemory, path: path,
        detail: "\(need), but the memory limit leaves \(SoundBudget.megabytes(systemLeft)) for sounds: "
          + "raise the limit (ulimit -v), or shorten the sound")
    }
    throw SoundError(
      .noMemory, path: path,
      detail: "\(need), but only \(SoundBudget.megabytes(left)) remains of the \(SoundBudget.megabytes(limit)) for "
        + "all sounds: shorten this one, or use fewer")
  }

  func giveBack(_ bytes: Int) { used.withLock { $0 -= bytes } }

  private static func megabytes(_ bytes: Int) -> String { "\((bytes + (1 << 20) - 1) >> 20) MB" }
}
