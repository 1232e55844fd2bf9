import CLinux
import ThrumSystem

/// A device thread's access to the renderer.
///
/// Valid from ``OutputDevice/start(_:)`` until ``OutputDevice/stop()`` has returned.
///
/// - Thread: the device's.
public struct RenderFeed: @unchecked Sendable {
  // Safety: the engine allocates the memory before the device starts, and frees it after the device has stopped, or
  // never if the device had to abandon a thread. Only the holder of the lease dereferences it, and the lease admits one
  // thread at a time; `enter` acquires what the previous holder's `leave` released. Everything read without the lease
  // is atomic or was set before the first thread started.
  package let renderer: UnsafeMutableRawPointer
  package var lease: RenderLease
  /// Readable without the lease.
  package let status: RenderStatus
  /// Eventfd that wakes the engine for notices, or −1.
  package let noticeDescriptor: Int32
  /// Eventfd that wakes a suspended render thread, or −1 if the thread is never suspended.
  package let wakeDescriptor: Int32
  package let lent: UnsafeMutableRawPointer?
  /// The last quantum, at fixed addresses.
  package let left: UnsafePointer<Float>
  package let right: UnsafePointer<Float>
  /// Frames by which the channels lag behind the events.
  package let latency: FrameCount
  package let sampleRate: SampleRate
  private let calls: Calls

  /// Functions to call inside the lease.
  package struct Calls: Sendable {
    /// Returns whether there are notices.
    let render: @convention(c) (UnsafeMutableRawPointer?) -> Int32
    /// Returns whether the queue of notices had room.
    let post: @convention(c) (UnsafeMutableRawPointer, _ kind: Int32, _ number: Int32, _ frame: SampleTime) -> Bool
    let silence: @convention(c) (UnsafeMutableRawPointer) -> Void
    /// Returns the next frame, or −1 if there is something to render.
    let idleFrame: @convention(c) (UnsafeMutableRawPointer) -> SampleTime
    let fastForward: @convention(c) (UnsafeMutableRawPointer, SampleTime) -> Void

    package init(
      render: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Int32,
      post: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, Int32, SampleTime) -> Bool,
      silence: @escaping @convention(c) (UnsafeMutableRawPointer) -> Void,
      idleFrame: @escaping @convention(c) (UnsafeMutableRawPointer) -> SampleTime,
      fastForward: @escaping @convention(c) (UnsafeMutableRawPointer, SampleTime) -> Void
    ) {
      self.render = render
      self.post = post
      self.silence = silence
      self.idleFrame = idleFrame
      self.fastForward = fastForward
    }
  }

  package struct Constants {
    let left: UnsafePointer<Float>
    let right: UnsafePointer<Float>
    let latency: FrameCount
    let sampleRate: SampleRate

    package init(
      left: UnsafePointer<Float>, right: UnsafePointer<Float>, latency: FrameCount, sampleRate: SampleRate
    ) {
      self.left = left
      self.right = right
      self.latency = latency
      self.sampleRate = sampleRate
    }
  }

  /// Call before any thread renders.
  package init(
    renderer: UnsafeMutableRawPointer, constants: Constants, status: RenderStatus, lease: RenderLease,
    noticeDescriptor: Int32, wakeDescriptor: Int32, lent: UnsafeMutableRawPointer?, calls: Calls
  ) {
    self.renderer = renderer
    left = constants.left
    right = constants.right
    latency = constants.latency
    sampleRate = constants.sampleRate
    self.status = status
    self.lease = lease
    self.noticeDescriptor = noticeDescriptor
    self.wakeDescriptor = wakeDescriptor
    self.lent = lent
    self.calls = calls
  }

  /// Renders the next ``quantumFrames`` frames and passes both channels to `body`; full scale is ±1.
  ///
  /// The samples stay valid until the next call. If the device must stop, returns `false` without calling `body`.
  ///
  /// - Thread: only the device's.
  /// - Real-time: renders and calls `body` without locks, allocation or waiting. The caller flushes denormals.
  public func render(_ body: (_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>) -> Void) -> Bool {
    guard lease.enter() else { return false }
    let hasNotices = renderQuantum()
    body(left, right)
    lease.leave()
    if hasNotices { wakeEngine() }
    return true
  }
}

// MARK: Inside the lease, by its holder

extension RenderFeed {
  /// Renders in the real-time region. Returns whether there are notices.
  @_noLocks
  package func renderQuantum() -> Bool { thrum_realtime_call(calls.render, renderer) != 0 }

  package func silence() { calls.silence(renderer) }

  @discardableResult
  package func post(_ event: DeviceEvent, frame: SampleTime) -> Bool {
    calls.post(renderer, event.kind, event.number, frame)
  }

  var idleFrame: SampleTime? {
    let frame = calls.idleFrame(renderer)
    return frame < 0 ? nil : frame
  }

  func fastForward(to frame: SampleTime) { calls.fastForward(renderer, frame) }
}

extension RenderFeed {
  /// Makes a system call, outside the real-time region.
  package func wakeEngine() {
    if noticeDescriptor >= 0 { thrum_event_raise(noticeDescriptor) }
  }
}
