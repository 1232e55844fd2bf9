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
  // before the first thread on, or atomic. This is the only type of the package that vouches for itself.
  package let renderer: UnsafeMutableRawPointer
  /// The right to render.
  package var lease: RenderLease
  /// An eventfd that wakes the engine when there are notices, or −1.
  package let noticeDescriptor: Int32
  /// An eventfd that is raised when something was sent while the render thread is suspended, or −1: then it never is.
  package let wakeDescriptor: Int32
  /// What the engine lends the renderer, and takes back with it.
  package let lent: UnsafeMutableRawPointer?
  private let calls: Calls

  /// How a device without knowledge of the renderer renders.
  package struct Calls: Sendable {
    /// Renders a quantum; whether there are notices.
    let render: @convention(c) (UnsafeMutableRawPointer) -> Bool
    /// The channels of the last quantum.
    let left: @convention(c) (UnsafeMutableRawPointer) -> UnsafePointer<Float>
    let right: @convention(c) (UnsafeMutableRawPointer) -> UnsafePointer<Float>
    /// Wakes the engine by an event.
    let wake: @convention(c) (Int32) -> Void

    /// The renderer's side of the calls.
    package init(
      render: @escaping @convention(c) (UnsafeMutableRawPointer) -> Bool,
      left: @escaping @convention(c) (UnsafeMutableRawPointer) -> UnsafePointer<Float>,
      right: @escaping @convention(c) (UnsafeMutableRawPointer) -> UnsafePointer<Float>,
      wake: @escaping @convention(c) (Int32) -> Void
    ) {
      self.render = render
      self.left = left
      self.right = right
      self.wake = wake
    }
  }

  /// Makes a feed; before any thread renders.
  package init(
    renderer: UnsafeMutableRawPointer, lease: RenderLease, noticeDescriptor: Int32, wakeDescriptor: Int32,
    lent: UnsafeMutableRawPointer?, calls: Calls
  ) {
    self.renderer = renderer
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
    let hasNotices = calls.render(renderer)
    body(calls.left(renderer), calls.right(renderer))
    lease.leave()
    if hasNotices, noticeDescriptor >= 0 { calls.wake(noticeDescriptor) }
    return true
  }
}
