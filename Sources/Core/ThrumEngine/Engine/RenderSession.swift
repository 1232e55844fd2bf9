import CRealtime
import Dispatch
import ThrumDevice
import ThrumRender

/// One run of an output: the renderer, its slots, the device that pulls it, if any, and how its frames map to engine
/// time. Owned by the engine, on its executor.
///
/// - Thread: the engine's executor.
final class RenderSession {
  /// What the device agreed to.
  let format: OutputFormat
  let controls: RendererControls
  /// What the switches were at the start: they act until the next one.
  let switches: Switches
  /// How frames map to engine time.
  private(set) var clock: FrameClock
  /// What was sent and applied, for rendering it again.
  var journal: RenderJournal?
  /// Whose each slot of the renderer is.
  var slots: SlotTable
  /// The device; `nil` in virtual time, where time itself drives the renderer.
  let host: OutputHost?
  let memory: RendererMemory
  let serials: SerialNumbers
  /// The engine's ends of the rings.
  var commands: RingProducer<Command> { _read { yield memory.renderer.pointee.commands } }
  var notices: RingConsumer<Notice> { _read { yield memory.renderer.pointee.notices } }
  private var source: (any DispatchSourceRead)?
  private var use = Use.idle

  /// Who uses the memory.
  private enum Use {
    /// Nobody but the engine.
    case idle
    /// The device's thread.
    case device
    /// The device is being closed; whoever hears of it frees.
    case closing
    /// A thread was left behind: never freed.
    case leftBehind
  }

  /// What a run is made from.
  struct Plan {
    /// How its samples are shaped; the sample rate is the device's.
    let settings: RenderSettings
    /// Players that can be active.
    let mostActive: Int
    let switches: Switches
    /// Engine time of frame 0, s.
    let begin: Double
    /// Whether it can be rendered again.
    let keepsJournal: Bool
    let descriptors: EventDescriptors
  }

  /// Prepares a renderer for a device's format; `host` is `nil` in virtual time.
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
      // The engine went away while it ran: its device ends on the device's own queue.
      let memory = memory
      host?.perform { if $0.stop().hasEnded { memory.free() } }
    case .closing, .leftBehind: break
    }
  }

  /// Whether time itself drives the renderer, in virtual time.
  var isManual: Bool { host == nil }

  /// Frames between rendering and hearing.
  var delayFrames: FrameCount { controls.status.delayFrames }

  /// Frames by which the monitor is late.
  var latency: FrameCount { memory.renderer.pointee.latency }

  /// Whether nothing sounds or is about to.
  var isSilent: Bool { controls.status.isSilent }

  /// Hands the renderer to the device; `done` is called on the engine's executor.
  func begin(_ done: @escaping @Sendable (OutputError?) -> Void) {
    use = .device
    let feed = memory.feed
    host?.perform({ $0.start(feed) }, done: done)
  }

  /// Fades and closes the device; `done` is called on the engine's executor and returns whether the engine, which is to
  /// call ``didEnd(_:)``, is still there. When it is not, the memory is freed here.
  func end(_ done: @escaping @Sendable (OutputHost.Ending) -> Bool) {
    guard use == .device else { return }
    use = .closing
    let memory = memory
    host?.perform({ $0.stop() }) { ending in
      if !done(ending), ending.hasEnded { memory.free() }
    }
  }

  /// The device has closed: the memory goes with the session, unless a thread was left behind.
  func didEnd(_ ending: OutputHost.Ending) {
    use = ending.hasEnded ? .idle : .leftBehind
    source?.cancel()
    source = nil
  }

  /// Calls `handler` on a queue whenever the render thread has posted something.
  ///
  /// - Throws: ``OutputError`` when the process has no file descriptor left: completions would never arrive.
  func observe(on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) throws(OutputError) {
    // A descriptor of its own: the source closes it when it has ended, whatever becomes of the other.
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

  /// Whether the render thread is suspended, and nothing was sent that it has not seen yet.
  var isAsleep: Bool {
    // In this order: who has taken something has ended its suspension before.
    let waits = commands.hasContent
    return !waits && controls.status.isSuspended
  }

  // MARK: Time

  /// Lets engine time follow the device, see ``FrameClock/follow(rendered:buffer:now:)``; time itself drives a run without one.
  func followDevice(now: Double) -> Double {
    guard !isManual else { return 0 }
    return clock.follow(rendered: controls.status.renderedFrames, buffer: format.bufferFrames, now: now)
  }

  // MARK: Virtual time

  /// Renders the quanta that end up to a frame; stops after one that posted something. Returns the frame
  /// reached. Virtual time only.
  func render(until frame: SampleTime) -> SampleTime {
    guard isManual else { return 0 }
    let mode = thrum_flush_denormals()
    defer { thrum_restore_float_mode(mode) }
    return memory.renderer.pointee.renderQuanta(until: frame)
  }

  /// Takes what is in the command ring, in virtual time: makes room for more.
  func takeCommands() {
    if isManual { memory.renderer.pointee.drainCommands() }
  }

  /// The first frame not yet rendered.
  var renderedFrames: SampleTime { isManual ? memory.renderer.pointee.now : controls.status.renderedFrames }
}
