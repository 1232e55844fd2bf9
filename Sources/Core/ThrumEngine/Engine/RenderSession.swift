import CLinux
import Dispatch
import ThrumDevice
import ThrumOffline
import ThrumRender

/// One run of an output: renderer, slots, optional device, and the mapping of frames to engine time.
///
/// - Thread: the engine's executor.
final class RenderSession {
  let format: OutputFormat
  let controls: RendererControls
  /// Fixed until the next start.
  let switches: EngineSwitches
  private(set) var clock: FrameClock
  /// `nil` if the run cannot be rerendered.
  var journal: RenderJournal?
  private let runs: RunHistory
  var slots: SlotTable
  /// `nil` in virtual time.
  let host: OutputHost?
  let memory: RendererMemory
  let serials: SerialNumbers
  var commands: RingProducer<Command> { _read { yield memory.renderer.pointee.commands } }
  var notices: RingConsumer<Notice> { _read { yield memory.renderer.pointee.notices } }
  private var source: (any DispatchSourceRead)?
  private var use = Use.idle

  private enum Use {
    case idle
    case device
    /// The device is closing; see ``end(_:)``.
    case closing
    /// The thread was abandoned, and the memory is never freed.
    case leftBehind
  }

  struct Plan {
    let settings: RenderSettings
    let mostActive: Int
    let switches: EngineSwitches
    /// Engine time of frame 0, s.
    let begin: Double
    let keepsJournal: Bool
    let descriptors: WakeDescriptors
  }

  init(_ format: OutputFormat, _ plan: Plan, host: OutputHost?, serials: SerialNumbers, runs: RunHistory)
    throws(OutputError)
  {
    var settings = plan.settings
    settings.sampleRate = format.sampleRate
    if let problem = settings.problem {
      throw OutputError(.unsupported, device: format.name, message: "“\(format.name)” cannot be used: \(problem)")
    }
    guard let memory = RendererMemory(settings, plan.descriptors) else {
      throw WakeDescriptors.shortage(format.name)
    }
    self.memory = memory
    self.serials = serials
    self.runs = runs
    controls = memory.renderer.pointee.controls
    self.host = host
    self.format = format
    switches = plan.switches
    clock = FrameClock(sampleRate: format.sampleRate, anchor: plan.begin)
    slots = SlotTable(count: settings.playerCapacity, mostActive: plan.mostActive)
    if plan.keepsJournal {
      journal = RenderJournal(settings: settings, anchor: plan.begin, latency: memory.renderer.pointee.latency)
    }
  }

  /// Keeps what has been played for later, once.
  func keepJournal() {
    guard let journal else { return }
    self.journal = nil
    runs.add(journal, end: renderedFrames)
  }

  deinit {
    keepJournal()
    source?.cancel()
    switch use {
    case .idle: memory.free()
    case .device:
      let memory = memory
      host?.perform { if $0.stop().hasEnded { memory.free() } }
    case .closing, .leftBehind: break
    }
  }

  var isManual: Bool { host == nil }

  var delayFrames: FrameCount { controls.status.delayFrames }

  var latency: FrameCount { memory.renderer.pointee.latency }

  var isSilent: Bool { controls.status.isSilent }

  /// `done` is called on the engine's executor.
  func begin(_ done: @escaping @Sendable (OutputError?) -> Void) {
    use = .device
    let feed = memory.feed
    host?.perform({ $0.start(feed) }, done: done)
  }

  /// Closes the device after a fade.
  ///
  /// `done` is called on the engine's executor and returns whether the engine still exists. If so, `done` must
  /// call ``didEnd(_:)``; otherwise, the memory is freed here.
  func end(_ done: @escaping @Sendable (OutputHost.Ending) -> Bool) {
    guard use == .device else { return }
    use = .closing
    let memory = memory
    host?.perform(
      { $0.stop() },
      done: { ending in
        if !done(ending), ending.hasEnded { memory.free() }
      })
  }

  func didEnd(_ ending: OutputHost.Ending) {
    use = ending.hasEnded ? .idle : .leftBehind
    source?.cancel()
    source = nil
  }

  func observe(on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) throws(OutputError) {
    // A separate descriptor, which the dispatch source closes when cancelled.
    let descriptors = memory.descriptors
    let wake = descriptors.duplicate(memory.feed.noticeDescriptor)
    guard wake >= 0 else { throw WakeDescriptors.shortage(format.name) }
    let source = DispatchSource.makeReadSource(fileDescriptor: wake, queue: queue)
    source.setEventHandler {
      _ = thrum_event_clear(wake)
      handler()
    }
    source.setCancelHandler { descriptors.close(wake) }
    source.resume()
    self.source = source
  }

  /// Whether the render thread is suspended and has seen all commands.
  var isAsleep: Bool {
    // The order matters: a thread ends its suspension before it takes a command.
    let waits = commands.hasContent
    return !waits && controls.status.isSuspended
  }

  // MARK: Time

  func followDevice(now: Double) -> Double {
    guard !isManual else { return 0 }
    return clock.follow(rendered: controls.status.renderedFrames, buffer: format.bufferFrames, now: now)
  }

  // MARK: Virtual time

  func render(until frame: SampleTime) -> SampleTime {
    guard isManual else { return 0 }
    let mode = thrum_flush_denormals()
    defer { thrum_restore_float_mode(mode) }
    return memory.renderer.pointee.renderQuanta(until: frame)
  }

  func takeCommands() {
    if isManual { memory.renderer.pointee.drainCommands() }
  }

  var renderedFrames: SampleTime { isManual ? memory.renderer.pointee.now : controls.status.renderedFrames }
}

struct FrameClock {
  let sampleRate: SampleRate
  /// Engine time of frame 0, s.
  private(set) var anchor: Double

  func frame(at time: Double) -> SampleTime { nearestFrame((time - anchor) * sampleRate) }

  func time(of frame: SampleTime) -> Double { anchor + Double(frame) / sampleRate }

  /// Realigns frames with engine time after a late start, a stall, an underrun or drift. Returns the correction in
  /// seconds.
  ///
  /// A device renders at most one buffer ahead of playback. The tolerance is 20 ms.
  mutating func follow(rendered: SampleTime, buffer: FrameCount, now: Double) -> Double {
    let ahead = Double(rendered) - (now - anchor) * sampleRate
    let buffer = Double(buffer)
    guard rendered > 0, ahead < -0.02 * sampleRate || ahead > buffer + 0.02 * sampleRate else { return 0 }
    let seconds = (buffer / 2 - ahead) / sampleRate
    anchor += seconds
    return seconds
  }
}

/// Memory shared by a run's threads: renderer, lease, events and borrowed schedules.
///
/// Freed once, after the engine and the device's thread have released it. Leaked on purpose if an abandoned thread
/// might still return.
///
/// - Thread: the engine's executor; freed on the queue of its last user.
struct RendererMemory: Sendable {
  let feed: RenderFeed
  let descriptors: WakeDescriptors

  private final class Lent {
    var patterns: [Int32: CompiledPattern] = [:]
  }

  /// Allocates a renderer for valid settings. Returns `nil` if no descriptor is left.
  init?(_ settings: RenderSettings, _ descriptors: WakeDescriptors) {
    self.descriptors = descriptors
    let notices = descriptors.make()
    guard notices >= 0 else { return nil }
    let wake = descriptors.make()
    guard wake >= 0 else {
      descriptors.close(notices)
      return nil
    }
    let renderer = Renderer.allocate(settings)
    feed = RenderFeed(
      renderer, lease: RenderLease(), noticeDescriptor: notices, wakeDescriptor: wake,
      lent: Unmanaged.passRetained(Lent()).toOpaque())
  }

  var renderer: UnsafeMutablePointer<Renderer> { feed.typed }

  /// Keeps a slot's pattern until it is replaced or all memory is freed.
  func lend(_ pattern: CompiledPattern?, slot: Int32) { lent?.takeUnretainedValue().patterns[slot] = pattern }

  private var lent: Unmanaged<Lent>? { feed.lent.map { Unmanaged<Lent>.fromOpaque($0) } }

  func free() {
    Renderer.free(renderer)
    feed.lease.deallocate()
    lent?.release()
    descriptors.close(feed.noticeDescriptor)
    descriptors.close(feed.wakeDescriptor)
  }
}
