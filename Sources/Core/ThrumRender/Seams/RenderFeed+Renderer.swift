import CRealtime
import ThrumDevice

extension RenderFeed {
  /// A feed of a renderer; before any thread renders.
  package init(
    _ renderer: UnsafeMutablePointer<Renderer>, lease: RenderLease, noticeDescriptor: Int32, wakeDescriptor: Int32 = -1,
    lent: UnsafeMutableRawPointer? = nil
  ) {
    renderer.pointee.controls.setWakeEvent(wakeDescriptor)
    self.init(
      renderer: renderer, lease: lease, noticeDescriptor: noticeDescriptor, wakeDescriptor: wakeDescriptor,
      lent: lent,
      calls: Calls(
        render: { RenderFeed.renderQuantum($0.assumingMemoryBound(to: Renderer.self)) },
        left: { $0.assumingMemoryBound(to: Renderer.self).pointee.left },
        right: { $0.assumingMemoryBound(to: Renderer.self).pointee.right },
        wake: { thrum_event_raise($0) }))
  }

  /// The renderer; used only between ``RenderLease/enter()`` and ``RenderLease/leave()``.
  package var typed: UnsafeMutablePointer<Renderer> {
    @_noLocks get { renderer.assumingMemoryBound(to: Renderer.self) }
  }

  /// The renderer's flags and meters, which never change place; the device publishes its delay there, with the lease or
  /// without.
  package var controls: RendererControls { @_noLocks get { typed.pointee.controls } }

  /// Renders a quantum inside the real-time region; whether there are notices.
  ///
  /// - Thread: render thread only, inside the lease.
  /// - Real-time: yes.
  @_noLocks
  package func renderQuantum() -> Bool { RenderFeed.renderQuantum(typed) }

  @_noLocks
  private static func renderQuantum(_ renderer: UnsafeMutablePointer<Renderer>) -> Bool {
    thrum_realtime_enter()
    renderer.pointee.renderQuantum()
    let hasNotices = renderer.pointee.notices.hasContent
    thrum_realtime_exit()
    return hasNotices
  }

  /// Wakes the engine: there are notices. A system call, outside the real-time region.
  package func wakeEngine() {
    if noticeDescriptor >= 0 { thrum_event_raise(noticeDescriptor) }
  }
}
