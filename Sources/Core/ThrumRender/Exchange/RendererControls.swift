import ThrumDevice
import CRealtime
import ThrumSystem
import Synchronization

/// What the engine tells the render thread beside the ring, in flags that are never lost, and the latest values that it gets
/// back. Each thread writes to cache lines of its own. A handle; freed with `deallocate()` by its owner.
///
/// - Thread: several; each function says whose.
package struct RendererControls: BitwiseCopyable {
  private let orders: UnsafeMutablePointer<EngineOrders>
  private let flags: UnsafeMutablePointer<PlayerFlags>
  /// What the renderer and the device publish.
  package let status: RenderStatus
  /// Players.
  let playerCapacity: Int

  /// Allocates the flags, all clear.
  init(playerCapacity: Int, sampleRate: SampleRate, gain: Float) {
    self.playerCapacity = playerCapacity
    orders = onOwnLines(EngineOrders(gain: gain))
    status = RenderStatus(sampleRate: sampleRate)
    flags = .allocate(capacity: playerCapacity)
    for index in 0..<playerCapacity { (flags + index).initialize(to: PlayerFlags()) }
  }

  /// Frees the flags.
  func deallocate() {
    orders.deallocate()
    status.deallocate()
    flags.deallocate()
  }
}

// MARK: The engine's side

extension RendererControls {
  /// Stops a player at the next quantum, even when the command ring is full: what was sent with a smaller serial comes before, and
  /// an immediate start that comes later nevertheless (``Command/Action/start(isNow:)``) is over as it begins, with its first
  /// transients felt. `cancels` forgets waiting commands and fades everything in 5 ms. A ``Notice/Fact/commandApplied(_:)`` with
  /// the serial is posted when the flag was obeyed; of several flags before one quantum only the last counts.
  ///
  /// - Thread: the engine's only.
  package func stop(player: Int, serial: UInt64, cancels: Bool) {
    guard player >= 0, player < playerCapacity else { return }
    if cancels {
      flags[player].cancel.store(serial, ordering: .relaxed)
    } else {
      flags[player].stop.store(serial, ordering: .relaxed)
    }
    raiseFlag()
  }

  /// Mutes a player or lets it sound again, from the next quantum on, which ``Notice/Fact/muteChanged(_:)`` confirms.
  ///
  /// - Thread: the engine's only.
  package func setMuted(_ isMuted: Bool, player: Int) {
    guard player >= 0, player < playerCapacity else { return }
    flags[player].isMuted.store(isMuted, ordering: .relaxed)
    raiseFlag()
  }

  /// Shows the render thread that a player's flag has changed; pairs with the acquiring load of ``flagCount``.
  private func raiseFlag() {
    orders.pointee.flagCount.wrappingAdd(1, ordering: .releasing)
    wake()
  }

  /// Mutes all haptic events, from the next quantum on, which ``Notice/Fact/hapticsMuteChanged(_:)`` confirms.
  ///
  /// - Thread: the engine's only.
  package func setHapticsMuted(_ isMuted: Bool) {
    orders.pointee.hapticsMuted.store(isMuted, ordering: .relaxed)
    wake()
  }

  /// Mutes all audio events, from the next quantum on, which ``Notice/Fact/audioMuteChanged(_:)`` confirms.
  ///
  /// - Thread: the engine's only.
  package func setAudioMuted(_ isMuted: Bool) {
    orders.pointee.audioMuted.store(isMuted, ordering: .relaxed)
    wake()
  }

  /// Sets the volume, a factor, from the next quantum on. What is negative, infinite or NaN is ignored.
  ///
  /// - Thread: the engine's only.
  package func setGain(_ gain: Float) {
    guard gain >= 0, gain.isFinite else { return }
    orders.pointee.gain.store(gain.bitPattern, ordering: .relaxed)
    wake()
  }

  /// Wakes a render thread that is suspended; to be called after something was sent.
  ///
  /// The thread first says that it is suspended and then looks for what was sent; the caller has sent first and then looks
  /// whether it is suspended: with a fence between both on either side, one of them sees the other.
  ///
  /// - Thread: the engine's.
  package func wake() {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard status.isSuspended else { return }
    let event = orders.pointee.wakeEvent.load(ordering: .relaxed)
    if event >= 0 { thrum_event_raise(event) }
  }

  /// The event that ``wake()`` raises, an eventfd, or −1 while there is none; before any thread renders.
  package func setWakeEvent(_ event: Int32) { orders.pointee.wakeEvent.store(event, ordering: .relaxed) }
}

// MARK: The render thread's side

extension RendererControls {
  /// Grows with every change of a player's flag.
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
