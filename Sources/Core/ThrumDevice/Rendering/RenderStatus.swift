import CRealtime
import Synchronization
import ThrumSystem

/// The latest values of a renderer and its device, for anybody to read: how far it is, its meters, and whether its thread is
/// suspended. A handle; freed with ``deallocate()`` by its owner.
///
/// Each thread writes to cache lines of its own: the one that renders to `values` and `suspension`, the device's to `device`.
///
/// - Thread: any reads; each function that writes says whose it is.
package struct RenderStatus: BitwiseCopyable {
  private let values: UnsafeMutablePointer<RenderValues>
  private let suspension: UnsafeMutablePointer<SuspensionState>
  private let device: UnsafeMutablePointer<DeviceValues>
  private let sampleRate: SampleRate

  /// Allocates the values: nothing rendered, silence, no delay.
  package init(sampleRate: SampleRate) {
    self.sampleRate = sampleRate
    values = onOwnLines(RenderValues())
    suspension = onOwnLines(SuspensionState())
    device = onOwnLines(DeviceValues())
  }

  /// Frees the values.
  package func deallocate() {
    values.deallocate()
    suspension.deallocate()
    device.deallocate()
  }
}

// MARK: What anybody may read

extension RenderStatus {
  /// Frames rendered so far; while the render thread is suspended, those that it will have skipped by now.
  package var renderedFrames: SampleTime {
    // In this order: who no longer sees the suspension sees the frames that it has skipped.
    let isSuspended = isSuspended
    let rendered = values.pointee.renderedFrames.load(ordering: .acquiring)
    return isSuspended ? max(rendered, suspendedFrame(at: thrum_monotonic_nanoseconds())) : rendered
  }

  /// Whether at the end of the last quantum nothing sounded and nothing would without a command: no player is under way or
  /// paused, no start waits, nothing rings on. What has been sent since is not in it. True before the first quantum.
  package var isSilent: Bool { values.pointee.isSilent.load(ordering: .relaxed) }

  /// Events that were dropped because no voice was free, since the start.
  package var refusedEvents: Int { values.pointee.refusedEvents.load(ordering: .relaxed) }

  /// Frames between rendering and hearing, as the device last reported; 0 before it has.
  package var delayFrames: FrameCount { device.pointee.delayFrames.load(ordering: .relaxed) }

  /// Largest magnitude of the last quantum, full scale 1.
  package var peak: Float { Float(bitPattern: values.pointee.peak.load(ordering: .relaxed)) }

  /// Largest magnitude since this was called last, full scale 1: of what sounds between two looks nothing is missed.
  ///
  /// - Thread: any; who takes it takes it from all others.
  package func takePeak() -> Float {
    // The bits of what is not negative are in the order of their values.
    Float(bitPattern: values.pointee.heldPeak.exchange(0, ordering: .relaxed))
  }

  /// Root of the mean square of the last quantum, full scale 1.
  package var level: Float { Float(bitPattern: values.pointee.meanSquare.load(ordering: .relaxed)).squareRoot() }

  /// Whether the render thread has nothing to do and sleeps until it is woken.
  package var isSuspended: Bool { suspension.pointee.isSuspended.load(ordering: .acquiring) }
}

// MARK: The render thread's side

extension RenderStatus {
  /// Shows the values of a quantum.
  ///
  /// - Thread: the one that renders.
  /// - Real-time: yes.
  @_noLocks
  package func publish(rendered: SampleTime, peak: Float, meanSquare: Float, refusedEvents: Int, isSilent: Bool) {
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

  /// The render thread is suspended from a moment of the monotonic clock on, which is when `frame` would have been heard.
  ///
  /// - Thread: the one that renders.
  package func beginSuspension(frame: SampleTime, at nanoseconds: UInt64) {
    suspension.pointee.frame.store(frame, ordering: .relaxed)
    suspension.pointee.since.store(nanoseconds, ordering: .relaxed)
    suspension.pointee.isSuspended.store(true, ordering: .releasing)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  /// The suspension is over; what it has skipped has been published.
  ///
  /// - Thread: the one that renders.
  package func endSuspension() { suspension.pointee.isSuspended.store(false, ordering: .releasing) }

  /// Where a suspension that continues has come to.
  package func suspendedFrame(at nanoseconds: UInt64) -> SampleTime {
    let since = suspension.pointee.since.load(ordering: .relaxed)
    let seconds = Double(nanoseconds > since ? nanoseconds - since : 0) * 1e-9
    return suspension.pointee.frame.load(ordering: .relaxed) + nearestFrame(seconds * sampleRate)
  }

  /// Publishes how many frames lie between rendering and hearing.
  ///
  /// - Thread: the device's, inside the lease or not.
  /// - Real-time: yes.
  @_noLocks
  package func publish(delayFrames: FrameCount) { device.pointee.delayFrames.store(delayFrames, ordering: .relaxed) }
}

/// The latest values of the output. Written by the thread that renders, once per quantum.
private struct RenderValues: ~Copyable {
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
private struct SuspensionState: ~Copyable {
  let isSuspended = Atomic<Bool>(false)
  let frame = Atomic<SampleTime>(0)
  /// Moment of the monotonic clock, ns.
  let since = Atomic<UInt64>(0)
}

/// Written by the device's thread, inside the lease or not.
private struct DeviceValues: ~Copyable {
  let delayFrames = Atomic<FrameCount>(0)
}
