import CRealtime
import Dispatch
import Glibc
import ThrumDevice
import ThrumRender

/// One run of an output: the renderer, its slots, the device that pulls it, if any, and how its frames map to engine
/// time. Owned by the engine, on its executor.
///
/// - Thread: the engine's executor.
final class RenderSession {
  /// What the device agreed to.
  let format: OutputFormat
  let commands: CommandProducer
  let notices: NoticeConsumer
  let controls: RendererControls
  /// What the switches were at the start: they act until the next one.
  let hapticsOnly: Bool
  let audioOnly: Bool
  /// Engine time of frame 0, s.
  private(set) var anchorTime: Double
  /// What was sent and applied, for rendering it again.
  var journal: RenderJournal?
  /// Whose each slot of the renderer is.
  var slots: SlotTable
  /// Commands whose frame is not known yet, by serial; kept only with a journal.
  var sent: [UInt64: Command] = [:]
  /// When a device that stalls is given up.
  var standstill: TimerToken?
  /// The device; `nil` in virtual time, where time itself drives the renderer.
  let host: OutputHost?
  private let memory: RendererMemory
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

  /// Prepares a renderer for a device's format; `host` is `nil` in virtual time. `mostActive` players
  /// can be active.
  init(
    _ format: OutputFormat, settings: RenderSettings, mostActive: Int, host: OutputHost?, anchorTime: Double,
    switches: Switches
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
    commands = memory.renderer.pointee.commands
    notices = memory.renderer.pointee.notices
    controls = memory.renderer.pointee.controls
    self.host = host
    self.format = format
    self.anchorTime = anchorTime
    hapticsOnly = switches.playsHapticsOnly
    audioOnly = switches.playsAudioOnly
    slots = SlotTable(count: settings.playerCapacity, mostActive: mostActive)
  }

  deinit {
    standstill?.cancel()
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
  var delayFrames: FrameCount { controls.delayFrames }

  /// Frames by which the monitor is late.
  var latency: FrameCount { memory.renderer.pointee.latency }

  /// Whether nothing sounds or is about to.
  var isSilent: Bool { controls.isSilent }

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
  func observe(on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
    // A descriptor of its own: the source closes it when it has ended, whatever becomes of the other.
    let wake = dup(memory.feed.noticeDescriptor)
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

  /// Whether the render thread is suspended, and nothing was sent that it has not seen yet.
  var isAsleep: Bool {
    // In this order: who has taken something has ended its suspension before.
    let waits = commands.hasContent
    return !waits && controls.isSuspended
  }

  // MARK: Time

  /// The frame of an engine time.
  func frame(atTime time: Double) -> SampleTime { nearestFrame((time - anchorTime) * format.sampleRate) }

  /// The engine time of a frame.
  func time(ofFrame frame: SampleTime) -> Double { anchorTime + Double(frame) / format.sampleRate }

  /// Lets engine time follow a device that began late, stood still, had an underrun or drifts: returns by how many seconds it
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
  var renderedFrames: SampleTime { isManual ? memory.renderer.pointee.now : controls.renderedFrames }
}

// MARK: Commands

extension RenderSession {
  /// The frame at which something acts that is meant for an engine time. The past, and 0, are now: the first frame not
  /// yet rendered, which in virtual time is the very frame of the present.
  func frame(at time: Double, now: Double) -> SampleTime {
    if isManual { return max(frame(atTime: max(time, now)), renderedFrames) }
    return time > now ? frame(atTime: time) : Command.immediately
  }

  /// What a change of a control is to the renderer, and its frame.
  func action(_ change: ControlHistory.Change, now: Double) -> (action: Command.Action, frame: SampleTime) {
    let renderers = ControlChange(
      change.control, to: change.value, path: change.path, beginsPath: change.begins)
    let isRamp = change.end > change.time
    return (
      isRamp ? .rampControl(renderers, end: frame(atTime: change.end)) : .setControl(renderers),
      frame(at: change.time, now: now)
    )
  }

  /// How a player loops.
  func loop(_ record: PlayerRecord) -> Command.Action {
    .setLoop(isOn: record.loops, end: (record.loopEnd ?? record.duration) * format.sampleRate)
  }

  /// What a renderer is notified that knows nothing of a player yet, but for its schedule.
  func settings(of record: PlayerRecord, now: Double) -> [(action: Command.Action, frame: SampleTime)] {
    var result: [(action: Command.Action, frame: SampleTime)] = []
    if record.rate != 1 { result.append((.setRate(record.rate), Command.immediately)) }
    if record.loops { result.append((loop(record), Command.immediately)) }
    result += record.controls.replay(at: now).map { action($0, now: now) }
    if let offset = record.offset { result.append((.seek(to: offset * format.sampleRate), Command.immediately)) }
    return result
  }

  /// Gives a player a slot and lends the renderer its schedule; `nil` when no slot is free.
  func install(_ id: PlayerID, _ schedule: ScheduleMemory, isMuted: Bool) -> Int32? {
    guard let slot = slots.take(for: id) else { return nil }
    controls.setMuted(isMuted, player: Int(slot))
    memory.lend(schedule, slot: slot)
    journal?.keep(schedule)
    return slot
  }

  /// Takes back what ``install(_:_:isMuted:)`` gave, when the renderer was never told of it.
  func uninstall(_ commands: [Command]) {
    for command in commands where command.isInstall {
      memory.lend(nil, slot: command.player)
      slots.untake(command.player)
    }
  }

  /// The renderer has given a slot back.
  func didRelease(_ slot: Int32) {
    memory.lend(nil, slot: slot)
    slots.didRelease(slot)
  }

  /// Sends commands so that the render thread sees all of them at once, or none, and wakes it when it is suspended; `false`
  /// when too many wait already, and then slots of these commands are free again.
  func send(_ commands: [Command]) -> Bool {
    guard !commands.isEmpty else { return true }
    var isSent = self.commands.push(contentsOf: commands)
    if !isSent, isManual {
      takeCommands()
      isSent = self.commands.push(contentsOf: commands)
    }
    guard isSent else {
      uninstall(commands)
      return false
    }
    controls.wake()
    for command in commands { keep(command) }
    return true
  }

  /// Ends a player at once: in virtual time in this very frame, else by a flag that finds its way past a full ring.
  func stop(_ command: Command, cancels: Bool) {
    if isManual, send([command]) { return }
    keep(command)
    controls.stop(player: Int(command.player), serial: command.serial, cancels: cancels)
  }

  private func keep(_ command: Command) {
    if journal != nil { sent[command.serial] = command }
  }

  /// A command has acted at a frame. Returns it, when it was kept.
  func didApply(_ serial: UInt64, at frame: SampleTime) -> Command? {
    guard let command = sent.removeValue(forKey: serial) else { return nil }
    journal?.add(command, at: frame)
    if command.isStop || command.isCancel { forgetStops(before: command) }
    return command
  }

  /// Of several stops by flag before one quantum only the last acts, and a cancel is a stop as well: the others never will.
  private func forgetStops(before last: Command) {
    for (serial, command) in sent
    where serial < last.serial && command.player == last.player && command.time <= last.time
      && (command.isStop || command.isCancel && last.isCancel)
    {
      sent[serial] = nil
    }
  }

  /// The device accepts frames again.
  func forgetStandstill() {
    standstill?.cancel()
    standstill = nil
  }
}

extension Command {
  fileprivate var isStop: Bool { if case .stop = action { true } else { false } }
  fileprivate var isCancel: Bool { if case .cancel = action { true } else { false } }
}
