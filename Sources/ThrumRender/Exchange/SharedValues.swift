import ThrumDevice
import Synchronization

/// Written by the engine's thread, read by the render thread.
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
struct PlayerFlags: ~Copyable {
  /// Serials of the last stop and cancel.
  let stop = Atomic<UInt64>(0)
  let cancel = Atomic<UInt64>(0)
  let isMuted = Atomic<Bool>(false)
}

/// The latest values of the output. Written by the thread that renders, once per quantum.
struct RenderValues: ~Copyable {
  let renderedFrames = Atomic<SampleTime>(0)
  /// Bits of a `Float`.
  let peak = Atomic<UInt32>(0)
  /// Bits of a `Float`.
  let meanSquare = Atomic<UInt32>(0)
  let refusedEvents = Atomic<Int>(0)
  let isSilent = Atomic<Bool>(true)
}

/// Since when, and at which frame, the render thread is suspended. Written by it as it falls asleep and wakes.
struct SuspensionState: ~Copyable {
  let isSuspended = Atomic<Bool>(false)
  let frame = Atomic<SampleTime>(0)
  /// Moment of the monotonic clock, ns.
  let since = Atomic<UInt64>(0)
}

/// Written by the device's thread, inside the lease or not.
struct DeviceValues: ~Copyable {
  let delayFrames = Atomic<FrameCount>(0)
}

/// Puts a value where it shares no cache line with anything else. Freed with `deallocate()`.
func onOwnLines<Value: ~Copyable>(_ value: consuming Value) -> UnsafeMutablePointer<Value> {
  // Two lines of 64 bytes: processors fetch them in pairs. Apple's have lines of 128.
  let line = 128
  let size = (MemoryLayout<Value>.size + line - 1) / line * line
  let place = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: line)
    .bindMemory(to: Value.self, capacity: 1)
  place.initialize(to: value)
  return place
}
