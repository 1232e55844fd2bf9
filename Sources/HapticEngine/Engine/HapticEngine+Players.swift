import HapticPattern
import HapticRender

/// Names a player of an engine.
public struct PlayerID: Hashable, Sendable {
  let number: Int
}

/// What the engine knows of a player.
struct PlayerRecord {
  let pattern: Pattern
  let options: HapticEngine.PlayerOptions
  /// Compiled for the running session.
  var schedule: ScheduleMemory?
  /// Slot in the renderer while one is taken.
  var slot: Int32?
  var isActive = false
  var isMuted = false
  /// Serial of the last start: ends of earlier playbacks are none of this one's business.
  var lastStart: UInt64 = 0
  var waiting: [CheckedContinuation<EngineError?, Never>] = []
}

extension HapticEngine {
  /// How a pattern is to be compiled.
  public struct PlayerOptions: Sendable {
    /// Leaves out audio events.
    public var hapticsOnly = false
    /// Leaves out haptic events.
    public var audioOnly = false
    /// Turns a waveform path of the pattern into the path of a file; `nil` when there is none.
    public var resolveSound: @Sendable (String) -> String? = { $0 }
    /// Told about a sound that cannot be played; the haptics play all the same.
    public var soundFailed: @Sendable (SoundError) -> Void = { _ in }

    /// The defaults.
    public init() {}
  }

  /// Makes a player. Works while the engine is stopped.
  ///
  /// - Throws: ``EngineError`` `invalidPatternData` for a time that is no number.
  public func makePlayer(_ pattern: Pattern, options: PlayerOptions = PlayerOptions()) throws(EngineError)
    -> PlayerID
  {
    guard pattern.duration.isFinite else {
      throw EngineError(.invalidPatternData, "a time in the pattern is not a number")
    }
    let id = PlayerID(number: nextPlayer)
    nextPlayer += 1
    players[id] = PlayerRecord(pattern: pattern, options: options)
    return id
  }

  /// Seconds from a pattern's start to its end.
  public func duration(of player: PlayerID) -> Double { players[player]?.pattern.duration ?? 0 }

  /// Starts players in the same frame: at an engine time, or as soon as possible, on a quantum's first frame.
  ///
  /// `offset` begins inside the pattern, in seconds.
  ///
  /// - Throws: ``EngineError`` `engineNotRunning`, `invalidTime`, `invalidPatternPlayer`, `resourceNotAvailable`.
  public func start(_ ids: [PlayerID], atTime time: Double = 0, offset: Double = 0) throws(EngineError) {
    guard let session, isRunning else {
      throw EngineError(.engineNotRunning, "the engine does not run: start it before its players")
    }
    guard time >= 0, time.isFinite, offset >= 0, offset.isFinite else {
      throw EngineError(.invalidTime, "a time must be a number that is not negative")
    }
    for id in ids { try install(id, session) }
    // What is meant for at once begins together on a quantum's first frame; after a stop before then only the taps
    // of that frame are felt.
    let isLater = time > currentTime
    let frame = isLater ? max(session.frame(atTime: time), soon(session)) : soon(session)
    for id in ids {
      guard let slot = players[id]?.slot else { continue }
      // Beyond the end there is nothing to play: the player is over before it begins.
      let reach = players[id]?.schedule?.schedule.pointee.reach ?? 0
      let position = offset * session.format.sampleRate
      if offset > 0, position >= reach {
        stop(id)
        continue
      }
      let start = nextSerial()
      try send(Command(.start, player: Int(slot), time: frame, serial: start, flag: !isLater))
      players[id]?.lastStart = start
      players[id]?.isActive = true
      guard offset > 0 else { continue }
      try send(Command(.seek, player: Int(slot), time: frame, serial: nextSerial(), value: position))
    }
  }

  /// The first frame of a quantum that the render thread cannot have reached before all commands are in.
  private func soon(_ session: RenderSession) -> SampleTime {
    let quantum = SampleTime(quantumFrames)
    let lead = SampleTime(session.format.bufferFrames) + frames(0.005, at: session.format.sampleRate)
    let rendered = session.controls.renderedFrames
    return (rendered + lead + quantum - 1) / quantum * quantum
  }

  /// Stops a player now: continuous events release, transients end by themselves.
  public func stop(_ id: PlayerID) {
    guard let slot = players[id]?.slot else { return }
    session?.controls.stop(player: Int(slot), serial: nextSerial(), cancels: false)
  }

  /// Mutes a player.
  public func setMuted(_ isMuted: Bool, _ id: PlayerID) {
    players[id]?.isMuted = isMuted
    guard let slot = players[id]?.slot else { return }
    session?.controls.setMuted(isMuted, player: Int(slot))
  }

  /// Whether a player plays or is about to.
  public func isActive(_ id: PlayerID) -> Bool { players[id]?.isActive == true }

  /// Waits until a player has ended; answers why, or `nil` when it ended as it should. Returns at once for a player
  /// that does not play.
  public func untilFinished(_ id: PlayerID) async -> EngineError? {
    guard players[id]?.isActive == true else { return nil }
    return await withCheckedContinuation { continuation in
      players[id]?.waiting.append(continuation)
    }
  }

  /// Gives a player a slot in the renderer and its schedule.
  func install(_ id: PlayerID, _ session: RenderSession) throws(EngineError) {
    guard let record = players[id] else {
      throw EngineError(.invalidPatternPlayer, "the player does not belong to this engine")
    }
    guard record.slot == nil else { return }
    guard let slot = freeSlots.popLast() else {
      throw EngineError(.resourceNotAvailable, "all \(configuration.settings.playerCapacity) players are in use")
    }
    let schedule = compile(record, sampleRate: session.format.sampleRate)
    session.controls.setMuted(record.isMuted, player: Int(slot))
    do throws(EngineError) {
      try send(Command(.install, player: Int(slot), serial: nextSerial(), schedule: schedule.schedule))
    } catch {
      freeSlots.append(slot)
      throw error
    }
    players[id]?.schedule = schedule
    players[id]?.slot = slot
    slots[slot] = id
  }

  private func compile(_ record: PlayerRecord, sampleRate: SampleRate) -> ScheduleMemory {
    let options = record.options
    var compiler = ScheduleCompiler(sampleRate: sampleRate) { [reader = configuration.soundReader] path in
      guard let reader, let file = options.resolveSound(path) else { return nil }
      do throws(SoundError) { return try reader.read(path: file, sampleRate: sampleRate) } catch {
        options.soundFailed(error)
        return nil
      }
    }
    compiler.hapticsOnly = options.hapticsOnly
    compiler.audioOnly = options.audioOnly
    return compiler.compile(record.pattern)
  }

  func send(_ command: Command) throws(EngineError) {
    guard session?.commands.push(command) == true else {
      throw EngineError(.resourceNotAvailable, "too many commands wait for the render thread: send fewer, or later")
    }
  }

  /// Takes what the renderer has told.
  func takeNotices() {
    guard let session else { return }
    while let notice = session.notices.pop() { handle(notice) }
  }

  private func handle(_ notice: Notice) {
    switch notice.kind {
    case .playerFinished:
      guard let id = slots[notice.player], let record = players[id], notice.serial >= record.lastStart else { return }
      complete(id, error: nil)
    case .playerReleased:
      if let id = slots.removeValue(forKey: notice.player) {
        players[id]?.slot = nil
        players[id]?.schedule = nil
      }
      freeSlots.append(notice.player)
    case .voiceRefused: deviceNotes.refusedEvents = session?.controls.refusedEvents ?? deviceNotes.refusedEvents
    case .underrun: deviceNotes.underruns += 1
    case .stalled: deviceNotes.stalls += notice.value > 0 ? 1 : 0
    case .deviceLost:
      guard lostDevice == nil else { return }
      lostDevice = Int32(notice.value)
      end(reason: .systemError)
    case .playerStarted, .playerLooped, .eventStarted, .commandApplied, .commandRefused, .muteChanged,
      .engineMuteChanged:
      return
    }
  }

  /// A player is over; whoever waits for it is told.
  func complete(_ id: PlayerID, error: EngineError?) {
    guard players[id]?.isActive == true else { return }
    players[id]?.isActive = false
    let waiting = players[id]?.waiting ?? []
    players[id]?.waiting = []
    for continuation in waiting { continuation.resume(returning: error) }
  }

  /// The session is over: slots and schedules go with it.
  func forgetSlots() {
    for id in players.keys {
      players[id]?.slot = nil
      players[id]?.schedule = nil
    }
    slots.removeAll()
    freeSlots.removeAll()
  }
}
