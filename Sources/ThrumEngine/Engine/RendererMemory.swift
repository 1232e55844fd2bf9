import CRealtime
import ThrumRender

/// Where a run's renderer, its lease and its wake-up event live, as addresses that may travel between queues.
///
/// The engine makes it and uses it on its executor; the device's thread reaches the renderer through the feed. Freed
/// once, when both have let go of it; leaked on purpose when a thread was left behind in a hung device, because nobody
/// can know when that thread comes back. The schedules that the renderer borrows go the same way.
struct RendererMemory: Sendable {
  let renderer: UInt
  let feed: UInt
  let wake: Int32
  private let rouse: Int32
  private let lent: UInt

  /// The schedules that the renderer may read, by slot.
  private final class Lent {
    var schedules: [Int32: ScheduleMemory] = [:]
  }

  /// Allocates for settings without a problem; `nil` when the process has no descriptor left.
  init?(_ settings: RenderSettings) {
    let wake = thrum_event_make()
    let rouse = thrum_event_make()
    guard wake >= 0, rouse >= 0 else {
      if wake >= 0 { thrum_event_close(wake) }
      return nil
    }
    let renderer = UnsafeMutablePointer<Renderer>.allocate(capacity: 1)
    renderer.initialize(to: Renderer(settings))
    let feed = UnsafeMutablePointer<RenderFeed>.allocate(capacity: 1)
    feed.initialize(
      to: RenderFeed(renderer: renderer, lease: RenderLease(), noticeDescriptor: wake, wakeDescriptor: rouse))
    self.renderer = UInt(bitPattern: renderer)
    self.feed = UInt(bitPattern: feed)
    self.wake = wake
    self.rouse = rouse
    lent = UInt(bitPattern: Unmanaged.passRetained(Lent()).toOpaque())
  }

  /// The renderer.
  var rendererPointer: UnsafeMutablePointer<Renderer> {
    guard let pointer = UnsafeMutablePointer<Renderer>(bitPattern: renderer) else {
      preconditionFailure("an allocated address is not 0")
    }
    return pointer
  }

  /// Keeps the schedule of a slot until another one, or `nil`, takes its place, or all is freed. On the engine's
  /// executor.
  func lend(_ schedule: ScheduleMemory?, slot: Int32) { lentBox?.takeUnretainedValue().schedules[slot] = schedule }

  private var lentBox: Unmanaged<Lent>? {
    UnsafeRawPointer(bitPattern: lent).map { Unmanaged<Lent>.fromOpaque($0) }
  }

  /// Frees all. Nobody uses it afterwards.
  func free() {
    rendererPointer.deinitialize(count: 1)
    rendererPointer.deallocate()
    if let feed = UnsafeMutablePointer<RenderFeed>(bitPattern: feed) {
      feed.pointee.lease.deallocate()
      feed.deallocate()
    }
    lentBox?.release()
    thrum_event_close(wake)
    thrum_event_close(rouse)
  }
}
