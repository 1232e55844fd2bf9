import CRealtime

/// What a device's thread needs to render: the renderer, and the right to use it.
///
/// A device gets it in ``OutputDevice/start(_:)`` and keeps it until ``OutputDevice/stop()`` has returned. One thread of
/// the device calls ``render(_:)``, once per 64 frames.
///
/// - Thread: the device's.
public struct RenderFeed: @unchecked Sendable {
  // Safety: a pointer to memory that the engine allocates before the device starts, and frees after it has stopped, or never
  // when the device had to leave a thread behind. Whoever dereferences it holds the lease, of which one thread at a time can
  // have the word; `enter` acquires what the last holder's `leave` released. What is read without the lease is constant from
  // before the first thread on, or atomic.
  package let renderer: UnsafeMutableRawPointer
  /// The right to render.
  package var lease: RenderLease
  /// How far the renderer is, its meters, and the device's delay; with the lease or without.
  package let status: RenderStatus
  /// An eventfd that wakes the engine when there are notices, or −1.
  package let noticeDescriptor: Int32
  /// An eventfd that is raised when something was sent while the render thread is suspended, or −1: then it never is.
  package let wakeDescriptor: Int32
  /// What the engine lends the renderer, and takes back with it.
  package let lent: UnsafeMutableRawPointer?
  /// The channels of the last quantum, which stay where they are.
  package let left: UnsafePointer<Float>
  package let right: UnsafePointer<Float>
  /// Frames by which the channels lag behind the events.
  package let latency: FrameCount
  /// The renderer's, frames a second.
  package let sampleRate: SampleRate
  private let calls: Calls

  /// How a device, which does not know the renderer, calls it; each inside the lease.
  package struct Calls: Sendable {
    /// Renders a quantum; whether there are notices.
    let render: @convention(c) (UnsafeMutableRawPointer?) -> Int32
    /// Posts an event of the device; whether there was room.
    let post: @convention(c) (UnsafeMutableRawPointer, _ kind: Int32, _ number: Int32, _ frame: SampleTime) -> Bool
    /// Sets the volume to 0 from the next quantum on.
    let silence: @convention(c) (UnsafeMutableRawPointer) -> Void
    /// The next frame when there is nothing to render, else −1.
    let idleFrame: @convention(c) (UnsafeMutableRawPointer) -> SampleTime
    /// Goes on after a suspension.
    let fastForward: @convention(c) (UnsafeMutableRawPointer, SampleTime) -> Void

    /// The renderer's side of the calls.
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

  /// What of a renderer never changes.
  package struct Constants {
    let left: UnsafePointer<Float>
    let right: UnsafePointer<Float>
    let latency: FrameCount
    let sampleRate: SampleRate

    /// The places of the channels, the latency in frames, and the rate.
    package init(
      left: UnsafePointer<Float>, right: UnsafePointer<Float>, latency: FrameCount, sampleRate: SampleRate
    ) {
      self.left = left
      self.right = right
      self.latency = latency
      self.sampleRate = sampleRate
    }
  }

  /// Makes a feed; before any thread renders.
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

  /// Renders the next ``quantumFrames`` frames and gives `body` the left and the right channel, full scale ±1, which stay as
  /// they are until the next call. `false`, and `body` is not called, when the device is to end.
  ///
  /// - Thread: the device's only.
  /// - Real-time: renders without locks, allocation or waiting; `body` runs inside. The caller flushes denormals.
  public func render(_ body: (_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>) -> Void) -> Bool {
    guard lease.enter() else { return false }
    let hasNotices = renderQuantum()
    body(left, right)
    lease.leave()
    if hasNotices { wakeEngine() }
    return true
  }
}

// MARK: Inside the lease

extension RenderFeed {
  /// Renders a quantum into ``left`` and ``right``, in the real-time region; whether there are notices.
  ///
  /// - Thread: the one with the lease, inside it.
  /// - Real-time: yes.
  @_noLocks
  package func renderQuantum() -> Bool { thrum_realtime_call(calls.render, renderer) != 0 }

  /// Sets the volume to 0 from the next quantum on, in a ramp.
  ///
  /// - Thread: the one with the lease, inside it.
  package func silence() { calls.silence(renderer) }

  /// Posts what happened to the device at a frame; `false` when there is no room for it.
  ///
  /// - Thread: the one with the lease, inside it.
  @discardableResult
  package func post(_ event: DeviceEvent, frame: SampleTime) -> Bool {
    calls.post(renderer, event.kind, event.number, frame)
  }

  /// The next frame when there is nothing to render; `nil` when there is.
  ///
  /// - Thread: the one with the lease, inside it.
  var idleFrame: SampleTime? {
    let frame = calls.idleFrame(renderer)
    return frame < 0 ? nil : frame
  }

  /// The first quantum that ends later than `frame` comes next.
  ///
  /// - Thread: the one with the lease, inside it.
  func fastForward(to frame: SampleTime) { calls.fastForward(renderer, frame) }
}

extension RenderFeed {
  /// Wakes the engine: there are notices. A system call, outside the real-time region.
  package func wakeEngine() {
    if noticeDescriptor >= 0 { thrum_event_raise(noticeDescriptor) }
  }
}
