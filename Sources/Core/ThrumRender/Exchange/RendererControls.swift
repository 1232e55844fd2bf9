import ThrumDevice
import CRealtime
import Synchronization

/// What the engine's thread and the render thread share beside the rings: flags that are never lost, and the latest values of
/// the meters. Each thread writes to cache lines of its own. A handle; freed with `deallocate()` by its owner.
///
/// - Thread: several; each function says whose.
package struct RendererControls: BitwiseCopyable {
  private let orders: UnsafeMutablePointer<EngineOrders>
  private let flags: UnsafeMutablePointer<PlayerFlags>
  private let values: UnsafeMutablePointer<RenderValues>
  private let pause: UnsafeMutablePointer<SuspensionState>
  private let device: UnsafeMutablePointer<DeviceValues>
  /// Players.
  let playerCapacity: Int
  private let sampleRate: SampleRate

  /// Allocates the flags, all clear.
  init(playerCapacity: Int, sampleRate: SampleRate, gain: Float) {
    self.playerCapacity = playerCapacity
    self.sampleRate = sampleRate
    orders = onOwnLines(EngineOrders(gain: gain))
    values = onOwnLines(RenderValues())
    pause = onOwnLines(SuspensionState())
    device = onOwnLines(DeviceValues())
    flags = .allocate(capacity: playerCapacity)
    for index in 0..<playerCapacity { (flags + index).initialize(to: PlayerFlags()) }
  }

  /// Frees the flags.
  func deallocate() {
    orders.deallocate()
    values.deallocate()
    pause.deallocate()
    device.deallocate()
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
    guard pause.pointee.isSuspended.load(ordering: .relaxed) else { return }
    let event = orders.pointee.wakeEvent.load(ordering: .relaxed)
    if event >= 0 { thrum_event_raise(event) }
  }

  /// The event that ``wake()`` raises, an eventfd, or −1 while there is none; before any thread renders.
  package func setWakeEvent(_ event: Int32) { orders.pointee.wakeEvent.store(event, ordering: .relaxed) }
}

// MARK: What anybody may read

extension RendererControls {
  /// Frames rendered so far; while the render thread is suspended, those that it will have skipped by now.
  ///
  /// - Thread: any.
  package var renderedFrames: SampleTime {
    // In this order: who no longer sees the suspension sees the frames that it has skipped.
    let isSuspended = isSuspended
    let rendered = values.pointee.renderedFrames.load(ordering: .acquiring)
    return isSuspended ? max(rendered, suspendedFrame(at: thrum_monotonic_nanoseconds())) : rendered
  }

  /// Whether at the end of the last quantum nothing sounded and nothing would without a command: no player is under way or
  /// paused, no start waits, nothing rings on. What has been sent since is not in it. True before the first quantum.
  ///
  /// - Thread: any.
  package var isSilent: Bool { values.pointee.isSilent.load(ordering: .relaxed) }

  /// Events that were dropped because no voice was free, since the start.
  ///
  /// - Thread: any.
  package var refusedEvents: Int { values.pointee.refusedEvents.load(ordering: .relaxed) }

  /// Frames between rendering and hearing, as the device last reported; 0 before it has.
  ///
  /// - Thread: any.
  package var delayFrames: FrameCount { device.pointee.delayFrames.load(ordering: .relaxed) }

  /// Largest magnitude of the last quantum, full scale 1.
  ///
  /// - Thread: any.
  package var peak: Float { Float(bitPattern: values.pointee.peak.load(ordering: .relaxed)) }

  /// Largest magnitude since this was called last, full scale 1: of what sounds between two looks nothing is missed.
  ///
  /// - Thread: any; who takes it takes it from all others.
  package func takePeak() -> Float {
    // The bits of what is not negative are in the order of their values.
    Float(bitPattern: values.pointee.heldPeak.exchange(0, ordering: .relaxed))
  }

  /// Root of the mean square of the last quantum, full scale 1.
  ///
  /// - Thread: any.
  package var level: Float { Float(bitPattern: values.pointee.meanSquare.load(ordering: .relaxed)).squareRoot() }

  /// Whether the render thread has nothing to do and sleeps until it is woken.
  ///
  /// - Thread: any.
  package var isSuspended: Bool { pause.pointee.isSuspended.load(ordering: .acquiring) }
}

// MARK: The render thread's side

extension RendererControls {
  /// The render thread is suspended from a moment of the monotonic clock on, which is when `frame` would have been heard.
  func beginSuspension(frame: SampleTime, at nanoseconds: UInt64) {
    pause.pointee.frame.store(frame, ordering: .relaxed)
    pause.pointee.since.store(nanoseconds, ordering: .relaxed)
    pause.pointee.isSuspended.store(true, ordering: .releasing)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  /// The suspension is over; what it has skipped has been published.
  func endSuspension() { pause.pointee.isSuspended.store(false, ordering: .releasing) }

  /// Where a suspension that continues has come to.
  func suspendedFrame(at nanoseconds: UInt64) -> SampleTime {
    let since = pause.pointee.since.load(ordering: .relaxed)
    let seconds = Double(nanoseconds > since ? nanoseconds - since : 0) * 1e-9
    return pause.pointee.frame.load(ordering: .relaxed) + nearestFrame(seconds * sampleRate)
  }

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

  @_noLocks
  func publish(rendered: SampleTime, peak: Float, meanSquare: Float, refusedEvents: Int, isSilent: Bool) {
    values.pointee.isSilent.store(isSilent, ordering: .relaxed)
    values.pointee.refusedEvents.store(refusedEvents, ordering: .relaxed)
    values.pointee.peak.store(peak.bitPattern, ordering: .relaxed)
    // A plain load first: the held peak rarely rises, and an exchange in every quantum would cost a hundredth of the rendering.
    if peak > 0, peak.bitPattern > values.pointee.heldPeak.load(ordering: .relaxed) {
      values.pointee.heldPeak.max(peak.bitPattern, ordering: .relaxed)
    }
    values.pointee.meanSquare.store(meanSquare.bitPattern, ordering: .relaxed)
    values.pointee.renderedFrames.store(rendered, ordering: .releasing)
  }

  /// Publishes how many frames lie between rendering and hearing.
  ///
  /// - Thread: the device's, inside the lease or not.
  /// - Real-time: yes.
  @_noLocks
  package func publish(delayFrames: FrameCount) { device.pointee.delayFrames.store(delayFrames, ordering: .relaxed) }
}
