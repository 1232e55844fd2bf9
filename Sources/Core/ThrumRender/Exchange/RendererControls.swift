import CLinux
import Synchronization
import ThrumDevice
import ThrumSystem

/// Flags from the engine that bypass the ring and are never lost, and the renderer's latest values.
///
/// A handle; its owner calls `deallocate()`. Each thread writes its own cache lines.
///
/// - Thread: the engine's executor or the render thread, depending on the section.
package struct RendererControls: BitwiseCopyable {
  private let orders: UnsafeMutablePointer<EngineOrders>
  private let flags: UnsafeMutablePointer<PlayerFlags>
  package let status: RenderStatus
  let playerCapacity: Int

  init(playerCapacity: Int, sampleRate: SampleRate, gain: Float) {
    self.playerCapacity = playerCapacity
    orders = onOwnLines(EngineOrders(gain: gain))
    status = RenderStatus(sampleRate: sampleRate)
    flags = .allocate(capacity: playerCapacity)
    for index in 0..<playerCapacity { (flags + index).initialize(to: PlayerFlags()) }
  }

  func deallocate() {
    orders.deallocate()
    status.deallocate()
    flags.deallocate()
  }
}

// MARK: The engine's side

extension RendererControls {
  /// Stops a player at the next quantum, even if the command ring is full.
  ///
  /// Commands with a smaller serial number take effect first. If `cancels`, waiting commands are removed and everything
  /// fades out in 5 ms. ``Notice/Fact/commandApplied(_:)`` confirms only the last flag before a quantum.
  package func stop(player: Int, serial: UInt64, cancels: Bool) {
    guard player >= 0, player < playerCapacity else { return }
    if cancels {
      flags[player].cancel.store(serial, ordering: .relaxed)
    } else {
      flags[player].stop.store(serial, ordering: .relaxed)
    }
    raiseFlag()
  }

  /// Mutes or unmutes a player, starting with the next quantum. A notice confirms the change.
  package func setMuted(_ isMuted: Bool, player: Int) {
    guard player >= 0, player < playerCapacity else { return }
    flags[player].isMuted.store(isMuted, ordering: .relaxed)
    raiseFlag()
  }

  /// Pairs with the acquiring load of ``flagCount``.
  private func raiseFlag() {
    orders.pointee.flagCount.wrappingAdd(1, ordering: .releasing)
    wake()
  }

  package func setHapticsMuted(_ isMuted: Bool) {
    orders.pointee.hapticsMuted.store(isMuted, ordering: .relaxed)
    wake()
  }

  package func setAudioMuted(_ isMuted: Bool) {
    orders.pointee.audioMuted.store(isMuted, ordering: .relaxed)
    wake()
  }

  /// Takes effect at the next quantum. Ignores negative, infinite and NaN values.
  package func setGain(_ gain: Float) {
    guard gain >= 0, gain.isFinite else { return }
    orders.pointee.gain.store(gain.bitPattern, ordering: .relaxed)
    wake()
  }

  /// Wakes a suspended render thread after a command or flag.
  ///
  /// The render thread announces its suspension, then checks for messages; the caller sends, then checks for a
  /// suspension. Fences ensure that at least one sees the other.
  package func wake() {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard status.isSuspended else { return }
    let event = orders.pointee.wakeEvent.load(ordering: .relaxed)
    if event >= 0 { thrum_event_raise(event) }
  }

  /// Sets the eventfd that ``wake()`` signals, or −1. Call before any thread renders.
  package func setWakeEvent(_ event: Int32) { orders.pointee.wakeEvent.store(event, ordering: .relaxed) }
}

// MARK: The render thread's side

extension RendererControls {
  var flagCount: UInt64 { @_noLocks get { orders.pointee.flagCount.load(ordering: .acquiring) } }
  @_noLocks
  func stopSerial(_ player: Int) -> UInt64 { flags[player].stop.load(ordering: .relaxed) }
  @_noLocks
  func cancelSerial(_ player: Int) -> UInt64 { flags[player].cancel.load(ordering: .relaxed) }
  @_noLocks
  func isMuted(_ player: Int) -> Bool { flags[player].isMuted.load(ordering: .relaxed) }
  var hapticsMuted: Bool { @_noLocks get { orders.pointee.hapticsMuted.load(ordering: .relaxed) } }
  var audioMuted: Bool { @_noLocks get { orders.pointee.audioMuted.load(ordering: .relaxed) } }
  var gain: Float { @_noLocks get { Float(bitPattern: orders.pointee.gain.load(ordering: .relaxed)) } }
}

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
