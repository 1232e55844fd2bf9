import CLinux
import Synchronization
import ThrumSystem

/// A growing buffer, charged to a budget. Becomes a ``SoundMemory`` without a copy.
final class SoundBuffer {
  let channels: Int
  private(set) var frames = 0
  private var capacity = 0
  private var memory: UnsafeMutablePointer<Float>?
  private let budget: SoundBudget
  private let path: String

  init(frames: Int, channels: Int, budget: SoundBudget, path: String) throws(SoundError) {
    self.channels = channels
    self.budget = budget
    self.path = path
    try reserve(max(1, frames))
  }

  deinit {
    thrum_memory_free(memory)
    budget.giveBack(bytes(capacity))
  }

  private func bytes(_ frames: Int) -> Int { frames * channels * MemoryLayout<Float>.size }

  func reserve(_ wanted: Int) throws(SoundError) {
    guard wanted > capacity else { return }
    try budget.take(bytes(wanted - capacity), needed: bytes(wanted), path: path)
    guard let grown = thrum_memory_resize(memory, bytes(wanted)) else {
      budget.giveBack(bytes(wanted - capacity))
      throw SoundError(
        .noMemory, path: path, detail: "not enough memory: close other programs, or shorten the sound")
    }
    memory = grown.bindMemory(to: Float.self, capacity: wanted * channels)
    capacity = wanted
  }

  /// Appends at most `room` frames. `fill` returns how many it wrote.
  func append(_ room: Int, _ fill: (UnsafeMutablePointer<Float>) -> Int) throws(SoundError) {
    // The file is longer than its header says: grow by half.
    if frames + room > capacity { try reserve(max(frames + room, capacity + capacity / 2)) }
    guard let memory else { return }
    frames += fill(memory + frames * channels)
  }

  func finish(sampleRate: SampleRate) -> SoundMemory? {
    guard let filled = thrum_memory_resize(memory, max(4, bytes(frames))) else { return nil }
    budget.giveBack(bytes(capacity - frames))
    let (budget, size) = (budget, bytes(frames))
    let samples = filled.bindMemory(to: Float.self, capacity: max(1, frames * channels))
    (memory, capacity) = (nil, 0)
    // Safety: from here on, only the sound uses the memory, freeing it once.
    nonisolated(unsafe) let owned = filled
    return SoundMemory(taking: samples, frames: frames, channels: channels, sampleRate: sampleRate) {
      thrum_memory_free(owned)
      budget.giveBack(size)
    }
  }
}

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
