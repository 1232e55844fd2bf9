import ThrumDevice
import ThrumRender

/// What a run's threads share: the renderer, its lease, its events, and the schedules that it borrows.
///
/// The engine makes it and uses it on its executor; the device's thread reaches the renderer through the feed. Freed
/// once, when both have let go of it; leaked on purpose when a thread was left behind in a hung device, because nobody
/// can know when that thread comes back. The schedules that the renderer borrows go the same way.
///
/// - Thread: the engine's executor; freed on whichever queue lets go last.
struct RendererMemory: Sendable {
  let feed: RenderFeed
  let descriptors: EventDescriptors

  /// The patterns that the renderer may read, by slot.
  private final class Lent {
    var patterns: [Int32: CompiledPattern] = [:]
  }

  /// Allocates for settings without a problem; `nil` when the process has no descriptor left.
  init?(_ settings: RenderSettings, _ descriptors: EventDescriptors) {
    self.descriptors = descriptors
    let notices = descriptors.make()
    guard notices >= 0 else { return nil }
    let wake = descriptors.make()
    guard wake >= 0 else {
      descriptors.close(notices)
      return nil
    }
    let renderer = UnsafeMutablePointer<Renderer>.allocate(capacity: 1)
    renderer.initialize(to: Renderer(settings))
    feed = RenderFeed(
      renderer, lease: RenderLease(), noticeDescriptor: notices, wakeDescriptor: wake,
      lent: Unmanaged.passRetained(Lent()).toOpaque())
  }

  /// The renderer.
  var renderer: UnsafeMutablePointer<Renderer> { feed.typed }

  /// Keeps the pattern of a slot until another one, or `nil`, takes its place, or all is freed. On the engine's
  /// executor.
  func lend(_ pattern: CompiledPattern?, slot: Int32) { lent?.takeUnretainedValue().patterns[slot] = pattern }

  private var lent: Unmanaged<Lent>? { feed.lent.map { Unmanaged<Lent>.fromOpaque($0) } }

  /// Frees all. Nobody uses it afterwards.
  func free() {
    renderer.deinitialize(count: 1)
    renderer.deallocate()
    feed.lease.deallocate()
    lent?.release()
    descriptors.close(feed.noticeDescriptor)
    descriptors.close(feed.wakeDescriptor)
  }
}
