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

/// The latest values of the output. Written by the thread that renders, once per quantum.
///
/// - Thread: written by the one that renders, read by any.
struct RenderValues: ~Copyable {
  let renderedFrames = Atomic<SampleTime>(0)
  /// Bits of a `Float`.
  let peak = Atomic<UInt32>(0)
  /// Bits of a `Float`, the largest since somebody took it; that thread writes 0.
  let heldPeak = Atomic<UInt32>(0)
  /// Bits of a `Float`.
  let meanSquare = Atomic<UInt32>(0)
  let refusedEvents = Atomic<Int>(0)
  let isSilent = Atomic<Bool>(true)
}

/// Since when, and at which frame, the render thread is suspended. Written by it as it falls asleep and wakes.
///
/// - Thread: written by the one that renders, read by any.
struct SuspensionState: ~Copyable {
  let isSuspended = Atomic<Bool>(false)
  let frame = Atomic<SampleTime>(0)
  /// Moment of the monotonic clock, ns.
  let since = Atomic<UInt64>(0)
}

/// Written by the device's thread, inside the lease or not.
///
/// - Thread: written by the device's, read by any.
struct DeviceValues: ~Copyable {
  let delayFrames = Atomic<FrameCount>(0)
}

/// Puts a value where it shares no cache line with anything else. Freed with `deallocate()`.
///
/// - Thread: any.
func onOwnLines<Value: ~Copyable>(_ value: consuming Value) -> UnsafeMutablePointer<Value> {
  // Two lines of 64 bytes: processors fetch them in pairs. Apple's have lines of 128.
  let line = 128
  let size = (MemoryLayout<Value>.size + line - 1) / line * line
  let place = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: line)
    .bindMemory(to: Value.self, capacity: 1)
  place.initialize(to: value)
  return place
}
