import Synchronization
import ThrumDevice

/// Flags for the whole renderer.
///
/// - Thread: written by the engine, read by the render thread.
struct EngineOrders: ~Copyable {
  /// Increases with each change to a player's flags.
  let flagCount = Atomic<UInt64>(0)
  let hapticsMuted = Atomic<Bool>(false)
  let audioMuted = Atomic<Bool>(false)
  /// Bits of the volume factor.
  let gain: Atomic<UInt32>
  /// An eventfd, or −1.
  let wakeEvent = Atomic<Int32>(-1)

  init(gain: Float) { self.gain = Atomic(gain.bitPattern) }
}

/// Flags of a player, read when the flag count has increased.
///
/// - Thread: written by the engine, read by the render thread.
struct PlayerFlags: ~Copyable {
  /// Serial numbers of the last stop and cancel.
  let stop = Atomic<UInt64>(0)
  let cancel = Atomic<UInt64>(0)
  let isMuted = Atomic<Bool>(false)
}
