import CRealtime
import Dispatch
import Glibc
import ThrumRender

/// One run of an output: the renderer, the device that pulls it or the hands that drive it, and the frame at which
/// engine time stands. Owned by the engine, on its executor.
final class RenderSession {
  /// What the device agreed to.
  let format: OutputFormat
  let commands: CommandRing
  let notices: NoticeRing
  let controls: RendererControls
  /// What the switches were at the start: they act until the next one.
  let hapticsOnly: Bool
  let audioOnly: Bool
  /// Engine time of frame 0, s.
  private(set) var anchorTime: Double
  /// What was sent and applied, for rendering it again.
  var journal: RenderJournal?
  private let memory: RendererMemory
  private let host: OutputHost?
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

  /// Prepares a renderer for a device's format; `host` is `nil` when it is driven by hand.
  init(
    _ format: OutputFormat, settings: RenderSettings, host: OutputHost?, anchorTime: Double, hapticsOnly: Bool,
    audioOnly: Bool
  ) throws(OutputError) {
    var settings = settings
    settings.sampleRate = format.sampleRate
    if let problem = settings.problem {
      throw OutputError(.unsupported, device: format.name, message: "“\(format.name)” cannot be used: \(problem)")
    }
    guard let memory = RendererMemory(settings) else {
      throw OutputError(
        .failed, device: format.name, message: "the process has no file descriptor left: raise its limit (ulimit -n)")
    }
    self.memory = memory
    commands = memory.rendererPointer.pointee.commands
    notices = memory.rendererPointer.pointee.notices
    controls = memory.rendererPointer.pointee.controls
    self.host = host
    self.format = format
    self.anchorTime = anchorTime
    self.hapticsOnly = hapticsOnly
    self.audioOnly = audioOnly
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

  /// Whether the renderer is driven by hand, in virtual time.
  var isHandDriven: Bool { host == nil }

  /// Frames between rendering and hearing.
  var delayFrames: FrameCount { controls.delayFrames }

  /// Frames by which the monitor is late.
  var latency: FrameCount { memory.rendererPointer.pointee.latency }

  /// Whether nothing sounds or is about to.
  var isSilent: Bool { controls.isSilent }

  /// Keeps a schedule for as long as the renderer may read it: until ``takeBack(_:)``, or until the device has closed.
  func lend(_ schedule: ScheduleMemory, slot: Int32) { memory.lend(schedule, slot: slot) }

  /// The renderer has given a slot back, or was never told of it.
  func takeBack(_ slot: Int32) { memory.lend(nil, slot: slot) }

  /// Hands the renderer to the device; `done` is called on the engine's executor.
  func begin(_ done: @escaping @Sendable (OutputError?) -> Void) {
    use = .device
    let address = memory.feed
    host?.perform({ $0.start(feedAddress: address) }, done: done)
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

  /// Calls `handler` on a queue whenever the render thread has told something.
  func observe(on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
    // A descriptor of its own: the source closes it when it has ended, whatever becomes of the other.
    let wake = dup(memory.wake)
    guard wake >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: wake, queue: queue)
    source.setEventHandler {
      _ = thrum_event_clear(wake)
      handler()
    }
    source.setCancelHandler { thrum_event_close(wake) }
    source.resume()
    self.source = source
  }

  /// Sends commands, all or none, and wakes a render thread that rests; `false` when there is no room.
  func send(_ sent: [Command]) -> Bool {
    guard commands.push(contentsOf: sent) else { return false }
    controls.rouse()
    return true
  }

  /// Whether the render thread rests, and nothing was sent that it has not seen yet.
  var isAsleep: Bool {
    // In this order: who has taken something has ended its rest before.
    let waits = commands.hasContent
    return !waits && controls.isResting
  }

  // MARK: Time

  /// The frame of an engine time.
  func frame(atTime time: Double) -> SampleTime { nearestFrame((time - anchorTime) * format.sampleRate) }

  /// The engine time of a frame.
  func time(ofFrame frame: SampleTime) -> Double { anchorTime + Double(frame) / format.sampleRate }

  /// Lets engine time follow a device that began late, stood still, ran dry or drifts: answers by how many seconds it
  /// was wrong, 0 while within the tolerance.
  ///
  /// A device renders ahead of what it plays by at most its buffer; beyond that, and 20 ms, frames and time have parted.
  func follow(now: Double) -> Double {
    let rate = format.sampleRate
    let ahead = Double(controls.renderedFrames) - (now - anchorTime) * rate
    let buffer = Double(format.bufferFrames)
    guard controls.renderedFrames > 0, ahead < -0.02 * rate || ahead > buffer + 0.02 * rate else { return 0 }
    let seconds = (buffer / 2 - ahead) / rate
    anchorTime += seconds
    return seconds
  }

  // MARK: By hand

  /// Renders, by hand, the quanta that end up to a frame; stops after one that had something to tell. Answers the
  /// frame reached.
  func render(until frame: SampleTime) -> SampleTime {
    guard isHandDriven else { return 0 }
    let mode = thrum_flush_denormals()
    defer { thrum_restore_float_mode(mode) }
    return memory.rendererPointer.pointee.renderQuanta(until: frame)
  }

  /// Takes what is in the command ring, by hand: makes room for more.
  func takeCommands() {
    if isHandDriven { memory.rendererPointer.pointee.takeCommandsNow() }
  }

  /// The first frame not yet rendered, by hand.
  var renderedFrames: SampleTime { isHandDriven ? memory.rendererPointer.pointee.now : controls.renderedFrames }
}
