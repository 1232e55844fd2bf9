import CLinux
import ThrumDevice

extension RenderFeed {
  package init(
    _ renderer: UnsafeMutablePointer<Renderer>, lease: RenderLease, noticeDescriptor: Int32, wakeDescriptor: Int32 = -1,
    lent: UnsafeMutableRawPointer? = nil
  ) {
    renderer.pointee.controls.setWakeEvent(wakeDescriptor)
    self.init(
      renderer: renderer,
      constants: Constants(
        left: renderer.pointee.left, right: renderer.pointee.right, latency: renderer.pointee.latency,
        sampleRate: renderer.pointee.settings.sampleRate),
      status: renderer.pointee.controls.status, lease: lease, noticeDescriptor: noticeDescriptor,
      wakeDescriptor: wakeDescriptor, lent: lent, calls: Calls(of: renderer))
  }

  /// Use it only between ``RenderLease/enter()`` and ``RenderLease/leave()``.
  package var typed: UnsafeMutablePointer<Renderer> {
    @_noLocks get { renderer.assumingMemoryBound(to: Renderer.self) }
  }
}

extension RenderFeed.Calls {
  /// `renderer` only determines the type.
  fileprivate init(of renderer: UnsafeMutablePointer<Renderer>) {
    self.init(
      render: { context in
        guard let context else { return 0 }
        return renderInRegion(context.assumingMemoryBound(to: Renderer.self)) ? 1 : 0
      },
      post: { context, kind, number, frame in
        let event = DeviceEvent(kind: kind, number: number)
        return context.assumingMemoryBound(to: Renderer.self).pointee.post(Notice(.device(event), frame: frame))
      },
      silence: { $0.assumingMemoryBound(to: Renderer.self).pointee.controls.setGain(0) },
      idleFrame: { context in
        let renderer = context.assumingMemoryBound(to: Renderer.self)
        return renderer.pointee.maySuspend ? renderer.pointee.now : -1
      },
      fastForward: { $0.assumingMemoryBound(to: Renderer.self).pointee.fastForwardSuspension(until: $1) })
  }
}

@_noLocks
private func renderInRegion(_ renderer: UnsafeMutablePointer<Renderer>) -> Bool {
  thrum_realtime_enter()
  renderer.pointee.renderQuantum()
  let hasNotices = renderer.pointee.notices.hasContent
  thrum_realtime_exit()
  return hasNotices
}
