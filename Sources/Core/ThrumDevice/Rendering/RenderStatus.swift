import CLinux
import Synchronization
import ThrumSystem

/// Latest values of a renderer and its device. A handle; its owner calls ``deallocate()``.
///
/// - Thread: any may read; the sections below name the writing threads.
package struct RenderStatus: BitwiseCopyable {
  private let values: UnsafeMutablePointer<RenderValues>
  private let suspension: UnsafeMutablePointer<SuspensionState>
  private let device: UnsafeMutablePointer<DeviceValues>
  private let sampleRate: SampleRate

  package init(sampleRate: SampleRate) {
    self.sampleRate = sampleRate
    values = onOwnLines(RenderValues())
    suspension = onOwnLines(SuspensionState())
    device = onOwnLines(DeviceValues())
  }

  package func deallocate() {
    values.deallocate()
    suspension.deallocate()
    device.deallocate()
  }
}

// MARK: Reading, from any thread

extension RenderStatus {
  /// Frames so far, whether rendered or skipped by suspensions.
  package var renderedFrames: SampleTime {
    // A reader that no longer sees the suspension must see the skipped frames.
    let isSuspended = isSuspended
    let rendered = values.pointee.renderedFrames.load(ordering: .acquiring)
    return isSuspended ? max(rendered, suspendedFrame(at: thrum_monotonic_nanoseconds())) : rendered
  }

  /// Whether the last quantum ended without a running or paused player, a pending start, or ringing. True before the
  /// first quantum.
  package var isSilent: Bool { values.pointee.isSilent.load(ordering: .relaxed) }

  package var refusedEvents: Int { values.pointee.refusedEvents.load(ordering: .relaxed) }

  /// Last reported delay between rendering and audible output, in frames.
  package var delayFrames: FrameCount { device.pointee.delayFrames.load(ordering: .relaxed) }

  /// Peak of the last quantum (full scale: 1).
  package var peak: Float { Float(bitPattern: values.pointee.peak.load(ordering: .relaxed)) }

  /// Returns the peak since the last call (full scale: 1), and resets it.
  ///
  /// - Thread: any, but only one reader.
  package func takePeak() -> Float {
    Float(bitPattern: values.pointee.heldPeak.exchange(0, ordering: .relaxed))
  }

  /// RMS of the last quantum (full scale: 1).
  package var level: Float { Float(bitPattern: values.pointee.meanSquare.load(ordering: .relaxed)).squareRoot() }

  package var isSuspended: Bool { suspension.pointee.isSuspended.load(ordering: .acquiring) }
}

// MARK: Writing, from the render thread

extension RenderStatus {
  @_noLocks
  package func publish(rendered: SampleTime, peak: Float, meanSquare: Float, refusedEvents: Int, isSilent: Bool) {
    values.pointee.isSilent.store(isSilent, ordering: .relaxed)
    values.pointee.refusedEvents.store(refusedEvents, ordering: .relaxed)
    values.pointee.peak.store(peak.bitPattern, ordering: .relaxed)
    // Loads first: an exchange in every quantum would take 1 % of the rendering time.
    if peak > 0, peak.bitPattern > values.pointee.heldPeak.load(ordering: .relaxed) {
      values.pointee.heldPeak.max(peak.bitPattern, ordering: .relaxed)
    }
    values.pointee.meanSquare.store(meanSquare.bitPattern, ordering: .relaxed)
    values.pointee.renderedFrames.store(rendered, ordering: .releasing)
  }

  /// `frame` would have been heard at `nanoseconds` on the monotonic clock.
  package func beginSuspension(frame: SampleTime, at nanoseconds: UInt64) {
    suspension.pointee.frame.store(frame, ordering: .relaxed)
    suspension.pointee.since.store(nanoseconds, ordering: .relaxed)
    suspension.pointee.isSuspended.store(true, ordering: .releasing)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  /// Call after publishing the skipped frames.
  package func endSuspension() { suspension.pointee.isSuspended.store(false, ordering: .releasing) }

  package func suspendedFrame(at nanoseconds: UInt64) -> SampleTime {
    let since = suspension.pointee.since.load(ordering: .relaxed)
    let seconds = Double(nanoseconds > since ? nanoseconds - since : 0) * 1e-9
    return suspension.pointee.frame.load(ordering: .relaxed) + nearestFrame(seconds * sampleRate)
  }

  /// - Thread: the device's.
  @_noLocks
  package func publish(delayFrames: FrameCount) { device.pointee.delayFrames.store(delayFrames, ordering: .relaxed) }
}

/// Levels are stored as the bits of a `Float`. The bits of non-negative floats sort like their values.
private struct RenderValues: ~Copyable {
  let renderedFrames = Atomic<SampleTime>(0)
  let peak = Atomic<UInt32>(0)
  let heldPeak = Atomic<UInt32>(0)
  let meanSquare = Atomic<UInt32>(0)
  let refusedEvents = Atomic<Int>(0)
  let isSilent = Atomic<Bool>(true)
}

private struct SuspensionState: ~Copyable {
  let isSuspended = Atomic<Bool>(false)
  let frame = Atomic<SampleTime>(0)
  /// Monotonic time, ns.
  let since = Atomic<UInt64>(0)
}

private struct DeviceValues: ~Copyable {
  let delayFrames = Atomic<FrameCount>(0)
}
