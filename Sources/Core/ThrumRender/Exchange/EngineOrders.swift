import ThrumDevice
import Synchronization

/// Written by the engine's thread, read by the render thread.
///
/// - Thread: written by the engine's, read by the one that renders.
struct EngineOrders: ~Copyable {
  /// Grows with every change of a player's flag.
  let flagCount = Atomic<UInt64>(0)
  let hapticsMuted = Atomic<Bool>(false)
  let audioMuted = Atomic<Bool>(false)
  /// Bits of the volume's factor.
  let gain: Atomic<UInt32>
  /// An eventfd, or −1.
  let wakeEvent = Atomic<Int32>(-1)

  init(gain: Float) { self.gain = Atomic(gain.bitPattern) }
}

/// A player's flags. Written by the engine's thread, read by the render thread when the count of flags has grown.
///
/// - Thread: written by the engine's, read by the one that renders.
struct PlayerFlags: ~Copyable {
  /// Serials of the last stop and cancel.
  let stop = Atomic<UInt64>(0)
  let cancel = Atomic<UInt64>(0)
  let isMuted = Atomic<Bool>(false)
}
