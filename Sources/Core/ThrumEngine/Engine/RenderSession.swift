import CRealtime
import Dispatch
import ThrumDevice
import ThrumRender

/// One run of an output: renderer, slots, optional device, and the mapping of frames to engine time.
///
/// - Thread: the engine's executor.
final class RenderSession {
  let format: OutputFormat
  let controls: RendererControls
  /// Fixed until the next start.
  let switches: Switches
  private(set) var clock: FrameClock
  /// `nil` if the run cannot be rerendered.
  var journal: RenderJournal?
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
    let switches: Switches
    /// Engine time of frame 0, s.
    let begin: Double
    let keepsJournal: Bool
    let descriptors: EventDescriptors
  }

  init(_ format: OutputFormat, _ plan: Plan, host: OutputHost?, serials: SerialNumbers) throws(OutputError) {
    var settings = plan.settings
    settings.sampleRate = format.sampleRate
    if let problem = settings.problem {
      throw OutputError(.unsupported, device: format.name, message: "“\(format.name)” cannot be used: \(problem)")
    }
    guard let memory = RendererMemory(settings, plan.descriptors) else {
      throw EventDescriptors.shortage(format.name)
    }
    self.memory = memory
    self.serials = serials
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

  deinit {
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
    guard wake >= 0 else { throw EventDescriptors.shortage(format.name) }
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
