import ThrumPattern
import ThrumDevice
import ThrumRender

extension HapticEngine {
  /// Takes what the renderer has posted.
  func takeNotices() {
    guard let session else { return }
    while let notice = session.notices.pop() { handle(notice, session) }
  }

  private func handle(_ notice: Notice, _ session: RenderSession) {
    let id = session.slots.owner(of: notice.player)
    let time = session.time(ofFrame: notice.frame)
    switch notice.fact {
    case .playerStarted:
      guard let id else { return }
      players[id]?.didBegin()
      log(.playerStarted(frame: notice.frame), id, at: time)
    case .playerFinished(let serial, let waiting):
      guard let id else { return }
      players[id]?.isPlaying = false
      // Others wait for their frame: the last of them will report the end.
      guard waiting == 0 else { return }
      if players[id]?.end(upTo: serial) == true { complete(id, error: nil, frame: notice.frame) }
    case .playerLooped:
      if let id { log(.playerLooped(frame: notice.frame), id, at: time) }
    case .playerReleased: session.didRelease(notice.player)
    case .eventStarted(let index, let intensity, let sharpness):
      guard let id, let event = event(Int(index), of: id) else { return }
      log(
        .event(
          index: Int(index), type: event.type, frame: notice.frame, intensity: Double(intensity),
          sharpness: Double(sharpness), duration: event.duration), id, at: time)
    case .controlMoved(let index, let from, let to, let end):
      guard let id, let control = DynamicParameterID(index: Int(index)) else { return }
      let move = ControlMove(from: from, to: to, start: notice.frame, end: end)
      let steps = players[id]?.patternControls.steps(of: move, control) ?? []
      for step in steps {
        log(.parameterApplied(control, value: Double(step.value), frame: notice.frame, end: step.end), id, at: time)
      }
    case .commandApplied(let serial): didApply(serial, at: notice.frame, session, id)
    case .muteChanged, .hapticsMuteChanged, .audioMuteChanged: session.journal?.add(notice)
    case .voiceRefused(let index):
      deviceNotes.refusedEvents = session.controls.refusedEvents
      log(.note("event \(index) was dropped: no free voice"), id, at: time)
    case .underrun:
      deviceNotes.underruns += 1
      log(.note("underrun"), at: time)
      followDevice(environment.now)
    case .stalled:
      deviceNotes.stalls += 1
      log(.note("the device stalls"), at: time)
      followDevice(environment.now)
      limitStandstill(session)
    case .recovered:
      log(.note("the device continues"), at: time)
      followDevice(environment.now)
      session.forgetStandstill()
    case .deviceLost: deviceIsGone()
    case .commandRefused(let serial): session.sent[serial] = nil
    }
  }

  /// A device that stalls may be a frozen sound server, which will come back: it is given up late.
  private func limitStandstill(_ session: RenderSession) {
    guard session.standstill == nil, let host = session.host else { return }
    let end = environment.now + HapticEngine.standstillSeconds
    session.standstill = environment.time.call(at: end, on: executor) { [weak self] in
      self?.assumeIsolated { if $0.session?.host === host { $0.deviceIsGone() } }
    }
  }

  private func deviceIsGone() {
    log(.note("the device is gone"))
    stopFromOutside(.systemError)
  }

  /// An event of a player, by its place in the pattern.
  private func event(_ index: Int, of id: PlayerID) -> Event? {
    guard let entries = players[id]?.pattern.entries, entries.indices.contains(index),
      case .event(let event) = entries[index]
    else { return nil }
    return event
  }

  /// A command has found its frame.
  private func didApply(_ serial: UInt64, at frame: SampleTime, _ session: RenderSession, _ id: PlayerID?) {
    guard let command = session.didApply(serial, at: frame), let id else { return }
    switch command.action {
    case .pause: if players[id]?.isPlaying == true { players[id]?.isPaused = true }
    case .resume: players[id]?.isPaused = false
    case .setControl(let change): logChange(change, until: nil, at: frame, session, id)
    case .rampControl(let change, let end): logChange(change, until: end, at: frame, session, id)
    case .install, .start, .stop, .cancel, .seek, .setRate, .setLoop, .release: return
    }
  }

  private func logChange(
    _ change: ControlChange, until end: SampleTime?, at frame: SampleTime, _ session: RenderSession, _ id: PlayerID
  ) {
    log(
      .parameterApplied(change.control, value: change.value, frame: frame, end: end), id,
      at: session.time(ofFrame: frame))
  }

  /// Lets engine time follow a device that was late or is not as fast as it says.
  func followDevice(_ now: Double) {
    guard let session, !session.isManual else { return }
    let shift = session.follow(now: now)
    if shift != 0 { log(.note("engine time follows the device by \(TimelineText.seconds(shift))")) }
  }

  /// The level now, for a meter.
  public var meter: Meter {
    guard let session else { return Meter() }
    return Meter(
      peak: session.controls.peak, level: session.controls.level,
      renderedFrames: session.controls.renderedFrames, delayFrames: session.delayFrames)
  }

  /// The largest magnitude since this was called last, full scale 1: a tap between two looks at the meter is in it. Who calls it
  /// takes it from all others.
  ///
  /// - Thread: the actor's.
  package func takePeak() -> Float { session?.controls.takePeak() ?? 0 }

  /// Latest values of the output.
  public struct Meter: Equatable, Sendable {
    /// Largest magnitude of the last quantum, full scale 1.
    public var peak: Float = 0
    /// Root mean square of the last quantum, full scale 1.
    public var level: Float = 0
    /// Frames rendered since the start.
    public var renderedFrames: SampleTime = 0
    /// Frames between rendering and hearing.
    public var delayFrames: FrameCount = 0
  }
}
