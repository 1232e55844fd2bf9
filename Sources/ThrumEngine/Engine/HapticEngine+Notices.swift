import ThrumPattern
import ThrumRender

extension HapticEngine {
  /// Takes what the renderer has told.
  func takeNotices() {
    guard let session else { return }
    while let notice = session.notices.pop() { handle(notice, session) }
  }

  private func handle(_ notice: Notice, _ session: RenderSession) {
    let id = slots[notice.player]
    let time = session.time(ofFrame: notice.frame)
    switch notice.kind {
    case .playerStarted:
      guard let id else { return }
      players[id]?.didBegin()
      log(.playerStarted(frame: notice.frame), id, at: time)
    case .playerFinished:
      guard let id else { return }
      players[id]?.isPlaying = false
      // Others wait for their frame: the last of them will tell.
      guard notice.index == 0 else { return }
      if players[id]?.end(upTo: notice.serial) == true { complete(id, error: nil, frame: notice.frame) }
    case .playerLooped:
      if let id { log(.playerLooped(frame: notice.frame), id, at: time) }
    case .playerReleased:
      slots[notice.player] = nil
      session.takeBack(notice.player)
      freeSlots.append(notice.player)
    case .eventStarted:
      if let id { logEvent(notice, id, time) }
    case .commandApplied: didApply(notice, session, id)
    case .muteChanged, .engineMuteChanged: session.journal?.add(notice)
    case .voiceRefused:
      deviceNotes.refusedEvents = session.controls.refusedEvents
      log(.note("event \(notice.index) found no voice"), id, at: time)
    case .underrun:
      deviceNotes.underruns += 1
      log(.note("the device ran dry"), at: time)
      followDevice(environment.now)
    case .stalled:
      deviceNotes.stalls += notice.value > 0 ? 1 : 0
      log(.note(notice.value > 0 ? "the device stands still" : "the device moves again"), at: time)
      followDevice(environment.now)
      if notice.value > 0 { limitStandstill() } else { forgetStandstill() }
    case .deviceLost: deviceIsGone()
    case .commandRefused: sentCommands[notice.serial] = nil
    }
  }

  /// A device that stands still may be a frozen sound server, which will come back: it is given up late.
  private func limitStandstill() {
    guard standstill == nil else { return }
    let end = environment.now + HapticEngine.standstillSeconds
    standstill = environment.time.call(at: end, on: executor) { [weak self] in
      self?.assumeIsolated { engine in
        guard engine.standstill != nil else { return }
        engine.deviceIsGone()
      }
    }
  }

  private func forgetStandstill() {
    standstill?.cancel()
    standstill = nil
  }

  private func deviceIsGone() {
    log(.note("the device is gone"))
    stopFromOutside(.systemError)
  }

  private func logEvent(_ notice: Notice, _ id: PlayerID, _ time: Double) {
    guard let entries = players[id]?.pattern.entries, entries.indices.contains(Int(notice.index)),
      case .event(let event) = entries[Int(notice.index)]
    else { return }
    log(
      .event(
        index: Int(notice.index), type: event.type, frame: notice.frame, intensity: Double(notice.value),
        sharpness: Double(notice.secondValue), duration: event.duration), id, at: time)
  }

  /// A command has found its frame.
  private func didApply(_ notice: Notice, _ session: RenderSession, _ id: PlayerID?) {
    guard let command = sentCommands.removeValue(forKey: notice.serial) else { return }
    session.journal?.add(command, at: notice.frame)
    if command.kind == .stop || command.kind == .cancel { forgetStops(before: command) }
    guard let id else { return }
    if command.kind == .pause, players[id]?.isPlaying == true { players[id]?.isPaused = true }
    if command.kind == .resume { players[id]?.isPaused = false }
    guard command.kind == .setControl || command.kind == .rampControl else { return }
    guard let parameter = DynamicParameterID.allCases.first(where: { ControlLane($0) == command.lane }) else { return }
    log(
      .parameterApplied(
        parameter, value: command.value, frame: notice.frame,
        end: command.kind == .rampControl ? command.end : nil), id, at: session.time(ofFrame: notice.frame))
  }

  /// Of several stops by flag before one quantum only the last acts, and a cancel is a stop as well: the others never will.
  private func forgetStops(before last: Command) {
    for (serial, command) in sentCommands
    where serial < last.serial && command.player == last.player && command.time <= last.time
      && (command.kind == .stop || command.kind == .cancel && last.kind == .cancel)
    {
      sentCommands[serial] = nil
    }
  }

  /// Lets engine time follow a device that was late or is not as fast as it says.
  func followDevice(_ now: Double) {
    guard let session, !session.isHandDriven else { return }
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
