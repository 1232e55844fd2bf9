import ThrumDevice
import ThrumPattern
import ThrumRender
import ThrumTime

extension HapticEngine {
  func takeNotices() {
    guard let session else { return }
    while let notice = session.notices.pop() {
      handle(notice, of: session.slots.owner(of: notice.player), at: session.clock.time(of: notice.frame), session)
    }
  }

  private func handle(_ notice: Notice, of id: PlayerID?, at time: Double, _ session: RenderSession) {
    switch notice.fact {
    case .playerStarted, .playerFinished, .playerLooped, .eventStarted, .controlMoved:
      if let id { handle(notice, of: id, at: time) }
    case .commandApplied(let serial):
      if let command = session.journal?.didApply(serial, at: notice.frame), let id {
        didApply(command.action, to: id, at: notice.frame, time)
      }
    case .commandRefused(let serial): session.journal?.didRefuse(serial)
    case .playerReleased: session.didRelease(notice.player)
    case .muteChanged, .hapticsMuteChanged, .audioMuteChanged: session.journal?.add(notice)
    case .voiceRefused(let index):
      deviceNotes.refusedEvents = session.controls.status.refusedEvents
      log(.note("event \(index) was dropped: no voice was free"), id, at: time)
    case .device(let event): handle(event, at: time)
    }
  }

  private func handle(_ event: DeviceEvent, at time: Double) {
    switch event {
    case .underrun:
      deviceNotes.underruns += 1
      note("underrun", at: time)
    case .stalled:
      deviceNotes.stalls += 1
      note("the device stalls", at: time)
      lifecycle.run?.limitStandstill(in: self)
    case .recovered:
      note("the device resumes", at: time)
      lifecycle.run?.forgetStandstill()
    case .lost: deviceIsGone()
    }
  }

  // MARK: Players

  private func handle(_ notice: Notice, of id: PlayerID, at time: Double) {
    switch notice.fact {
    case .playerStarted:
      players[id]?.didBegin()
      log(.playerStarted(frame: notice.frame), id, at: time)
    case .playerFinished(let serial, let waiting):
      players[id]?.isPlaying = false
      // The end is reported once no start is pending.
      guard waiting == 0 else { return }
      if players[id]?.end(upTo: serial) == true { complete(id, error: nil, frame: notice.frame) }
    case .playerLooped: log(.playerLooped(frame: notice.frame), id, at: time)
    case .eventStarted(let index, let intensity, let sharpness):
      guard let event = players[id]?.event(Int(index)) else { return }
      log(
        .event(
          index: Int(index), type: event.type, frame: notice.frame, intensity: Double(intensity),
          sharpness: Double(sharpness), duration: event.duration), id, at: time)
    case .controlMoved(let index, let from, let to, let end):
      guard let control = DynamicParameterID(index: Int(index)) else { return }
      let move = ControlMove(from: from, to: to, start: notice.frame, end: end)
      for step in players[id]?.patternControls.steps(of: move, control) ?? [] {
        let ramp = step.end.flatMap(rampEnd)
        log(.parameterApplied(control, value: Double(step.value), frame: notice.frame, ramp: ramp), id, at: time)
      }
    default: return
    }
  }

  private func didApply(_ action: Command.Action, to id: PlayerID, at frame: SampleTime, _ time: Double) {
    switch action {
    case .pause: if players[id]?.isPlaying == true { players[id]?.isPaused = true }
    case .resume: players[id]?.isPaused = false
    case .setControl(let change):
      log(.parameterApplied(change.control, value: change.value, frame: frame, ramp: nil), id, at: time)
    case .rampControl(let change, let end):
      log(.parameterApplied(change.control, value: change.value, frame: frame, ramp: rampEnd(end)), id, at: time)
    case .install, .start, .stop, .cancel, .seek, .setRate, .setLoop, .release: return
    }
  }

  private func rampEnd(_ frame: SampleTime) -> RampEnd? {
    session.map { RampEnd(frame: frame, time: $0.clock.time(of: frame) - environment.origin) }
  }

  // MARK: The device

  private func note(_ text: String, at time: Double) {
    log(.note(text), at: time)
    followDevice(environment.engineTime)
  }

  func followDevice(_ now: Double) {
    let shift = session?.followDevice(now: now) ?? 0
    if shift != 0 { log(.note("engine time was adjusted by \(TimelineText.seconds(shift)) s to match the device")) }
  }

  func deviceIsGone() {
    log(.note("the device is gone"))
    stopFromOutside(.systemError)
  }

  // MARK: Faults

  func handle(_ fault: Fault) {
    let playsAudio = session?.switches.playsHapticsOnly == false
    switch fault.effect(on: environment.profile, playsAudio: playsAudio) {
    case nil: return
    case .stop(let reason): stopFromOutside(reason)
    case .passIdleTime: idleTimeHasPassed()
    case .loseServer(let returns):
      stop(
        Ending(
          reason: nil,
          error: EngineError(.serverInterrupted, "the haptic server failed: restart the engine in its reset handler")))
      players.invalidateAll()
      sounds.forgetAll()
      if returns { notifyReset() }
    case .resetServer: notifyReset()
    case .updateMutes: updateMutes()
    }
  }

  func logKept() {
    log(.engineKept(from: environment.earlierEngines.test(of: number)))
    if lifecycle.state != .stopped { log(.state(lifecycle.state)) }
    for id in players.ids {
      guard let player = players[id], !player.isDropped else { continue }
      log(.playerMade(isAdvanced: player.options.isAdvanced, duration: player.duration), id)
    }
    runs.forget()
  }

  /// Ends what an earlier test has left: players, and a stop that the app had no chance to handle.
  func beginAnew() {
    for id in players.ids where players[id]?.isActive == true {
      if let session, session.slots[id] != nil { session.stop(id, now: environment.engineTime, cancels: true) }
      lifecycle.forget(id)
      complete(id, error: nil)
    }
    players.revalidateAll()
    guard lifecycle.state == .stopped, lastStop.needsRestart != nil else { return }
    lastStop = .none
    requestStart { _ in }
  }

  private func notifyReset() {
    let handler = resetHandler
    teardown.deliver(.reset) { handler() }
  }
}

struct FinishWatch {
  private var handlers: [HapticEngine.FinishedHandler] = []
  private var error: EngineError?
  /// Number of times that all players had finished.
  private(set) var rounds = 0

  var isEmpty: Bool { handlers.isEmpty }

  mutating func add(_ handler: @escaping HapticEngine.FinishedHandler) { handlers.append(handler) }

  mutating func note(_ error: EngineError?) { self.error = self.error ?? error }

  mutating func take() -> (handlers: [HapticEngine.FinishedHandler], error: EngineError?) {
    defer { self = FinishWatch(rounds: rounds + 1) }
    return (handlers, error)
  }
}

struct IdleCountdown {
  /// Engine time, s.
  var since = 0.0
  var timer: TimerToken?

  mutating func cancel() {
    timer?.cancel()
    timer = nil
  }
}

extension HapticEngine {
  /// Latest output values.
  public struct Meter: Equatable, Sendable {
    /// Peak of the last quantum (full scale: 1).
    public var peak: Float = 0
    /// RMS of the last quantum (full scale: 1).
    public var level: Float = 0
    /// Frames rendered since the start.
    public var renderedFrames: SampleTime = 0
    /// Delay between rendering and audible output, in frames.
    public var delayFrames: FrameCount = 0
  }

  /// Device statistics.
  public struct DeviceNotes: Equatable, Sendable {
    /// Number of underruns.
    public var underruns = 0
    /// Number of times the device stopped accepting frames.
    public var stalls = 0
    /// Number of events dropped because no voice was free.
    public var refusedEvents = 0
  }

  /// Current meter values.
  public var meter: Meter {
    guard let session else { return Meter() }
    return Meter(
      peak: session.controls.status.peak, level: session.controls.status.level,
      renderedFrames: session.controls.status.renderedFrames, delayFrames: session.delayFrames)
  }

  package func takePeak() -> Float { session?.controls.status.takePeak() ?? 0 }

  /// Rerenders the monitor's samples from the journal, identically each time.
  ///
  /// Samples are interleaved, at the requested sample rate. `range` is in seconds since the environment was created;
  /// `nil` means everything until now. Future samples are silent. In real time, the result is empty
  /// unless the engine keeps a journal.
  public func samples(_ range: ClosedRange<Double>? = nil) -> [Float] {
    takeNotices()
    return runs.samples(
      range ?? 0...environment.now, sampleRate: configuration.request.sampleRate, in: environment,
      current: session?.journal) ?? []
  }
}
