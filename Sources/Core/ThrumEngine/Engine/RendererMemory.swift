import ThrumDevice
import ThrumRender

/// Memory shared by a run's threads: renderer, lease, events and borrowed schedules.
///
/// Freed once, after the engine and the device's thread have released it. Leaked on purpose if an abandoned thread
/// might still return.
///
/// - Thread: the engine's executor; freed on the queue of its last user.
struct RendererMemory: Sendable {
  let feed: RenderFeed
  let descriptors: EventDescriptors

  private final class Lent {
    var patterns: [Int32: CompiledPattern] = [:]
  }

  /// Allocates a renderer for valid settings. Returns `nil` if no descriptor is left.
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

  var renderer: UnsafeMutablePointer<Renderer> { feed.typed }

  /// Keeps a slot's pattern until it is replaced or all memory is freed.
  func lend(_ pattern: CompiledPattern?, slot: Int32) { lent?.takeUnretainedValue().patterns[slot] = pattern }

  private var lent: Unmanaged<Lent>? { feed.lent.map { Unmanaged<Lent>.fromOpaque($0) } }

  func free() {
    renderer.deinitialize(count: 1)
    renderer.deallocate()
    feed.lease.deallocate()
    lent?.release()
    descriptors.close(feed.noticeDescriptor)
    descriptors.close(feed.wakeDescriptor)
  }
}
