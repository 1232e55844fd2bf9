import ThrumPattern
import ThrumDevice
import ThrumRender

/// Players by their number: what ``HapticPlayer`` calls.
extension HapticEngine {
  /// Makes a player, which is kept until ``drop(_:)``. Works while the engine is stopped.
  ///
  /// - Throws: as ``makePlayer(_:options:)``.
  package func addPlayer(_ pattern: Pattern, options: PlayerOptions = PlayerOptions()) throws(EngineError) -> PlayerID {
    let name: EngineCall = options.isAdvanced ? .makeAdvancedPlayer : .makePlayer
    let id = try call(name) { () throws(EngineError) in try add(pattern, options) }
    log(.playerMade(isAdvanced: options.isAdvanced, duration: players[id]?.duration ?? 0), id)
    return id
  }

  private func add(_ pattern: Pattern, _ options: PlayerOptions) throws(EngineError) -> PlayerID {
    if environment.hardware({ $0.isServerDown }) { throw EngineError.serverIsAway }
    if options.isAdvanced, environment.profile.isController {
      throw EngineError(.notSupported, "a game controller plays basic players only")
    }
    try pattern.check()
    let loaded = try sounds.load(pattern, options)
    for case .curve(let curve) in pattern.entries where curve.points.count > 16 {
      log(.note("a curve of \(curve.id.rawValue) has \(curve.points.count) points; phones are promised to play 16"))
    }
    sounds.use(loaded.files)
    return players.add(
      PlayerRecord(pattern: loaded.pattern, files: loaded.files, options: options, duration: pattern.duration))
  }

  /// The app lets go of a player: it plays to its end and is forgotten then.
  package func drop(_ id: PlayerID) {
    guard let record = players[id], !record.isDropped else { return }
    players[id]?.isDropped = true
    log(.playerDropped, id)
    if !record.isActive { forget(id) }
  }

  /// Starts a player from the beginning, or from where a seek has put it; a playing one starts again.
  ///
  /// At `time` on the engine's clock; 0 and the past are now. It plays to its end even when the app drops it.
  ///
  /// - Throws: ``EngineError`` `engineNotRunning`, unless auto-shutdown is on, which starts the engine; `invalidTime`,
  ///   `invalidPatternPlayer`, `noPlayerChannel`, `resourceNotAvailable`.
  package func start(_ id: PlayerID, atTime time: Double = 0) throws(EngineError) {
    try call(.playerStart, id, "at \(describe(time))") { () throws(EngineError) in
      try play(PendingStart(players: [id], time: time, offset: nil))
    }
  }

  /// Starts players together: in the same frame, whatever happens. `offset` begins inside the pattern, s.
  ///
  /// - Throws: as ``start(_:atTime:)``.
  package func start(_ ids: [PlayerID], atTime time: Double = 0, offset: Double = 0) throws(EngineError) {
    guard offset >= 0, offset.isFinite else { throw EngineError.invalidTime }
    try call(.playerStart, ids.first, "\(ids.count) players at \(describe(time))") { () throws(EngineError) in
      try play(PendingStart(players: ids, time: time, offset: offset > 0 ? offset : nil))
    }
  }

  private func play(_ start: PendingStart, startsEngine: Bool = false) throws(EngineError) {
    _ = try checked(start.time)
    for id in start.players { _ = try players.usable(id) }
    let added = Set(start.players).count { players[$0]?.isActive == false }
    let channels = environment.hardware { $0.playerLimit } ?? configuration.settings.playerCapacity
    guard added == 0 || players.activeCount + added <= channels else {
      throw EngineError(.noPlayerChannel, "all \(channels) player channels are in use: stop players, or wait for them")
    }
    guard !isRunning else { return try begin(start) }
    guard switches.isAutoShutdownEnabled || startsEngine else {
      throw EngineError(.engineNotRunning, "the engine does not run: start it before its players")
    }
    requestStart { _ in }
    if isRunning { return try begin(start) }
    // The device is being opened: the players begin when it runs, and complete with the error when it does not.
    guard lifecycle.add(start) else {
      throw lastStartError ?? EngineError(.engineNotRunning, "the engine could not be started")
    }
    for id in start.players { players.activate(id) }
  }

  /// A start that has waited for the engine.
  func perform(_ start: PendingStart) {
    do throws(EngineError) { try begin(start) } catch { for id in start.players { complete(id, error: error) } }
  }

  private func begin(_ start: PendingStart) throws(EngineError) {
    guard let session else { return }
    let now = environment.now
    followDevice(now)
    let frame = session.frame(at: start.time, now: now)
    var commands: [Command] = []
    var serials: [UInt64] = []
    do throws(EngineError) {
      for id in start.players {
        commands += try installation(of: id, session)
        if let offset = start.offset {
          commands.append(command(.stop, id, session, at: frame))
          commands.append(command(.seek(to: offset * session.format.sampleRate), id, session, at: frame))
        }
        let command = command(.start(isNow: start.time <= now), id, session, at: frame)
        commands.append(command)
        serials.append(command.serial)
      }
    } catch {
      session.uninstall(commands)
      throw error
    }
    // Only what was sent counts: the end of an earlier playback is still to come when the ring was full.
    try send(commands, session)
    for (id, serial) in zip(start.players, serials) {
      session.slots.didActivate(id)
      players[id]?.add(PlayerRecord.Start(serial: serial, time: max(start.time, now)))
      players.activate(id)
    }
  }

  /// Plays a pattern once, with a player of its own. Starts the engine when it does not run, which takes its time.
  ///
  /// - Throws: as ``makePlayer(_:options:)`` and ``HapticPlayer/start(at:)``.
  public func playPattern(_ pattern: Pattern, options: PlayerOptions = PlayerOptions()) throws(EngineError) {
    try call(.playPattern) { () throws(EngineError) in
      var options = options
      options.isAdvanced = false
      let id = try add(pattern, options)
      log(.playerMade(isAdvanced: false, duration: players[id]?.duration ?? 0), id)
      do throws(EngineError) {
        try play(PendingStart(players: [id], time: 0, offset: nil), startsEngine: true)
        players[id]?.isDropped = true
      } catch {
        forget(id)
        throw error
      }
    }
  }

  /// Notes a call that was refused before the engine heard of it.
  package func noteRefusal(of call: EngineCall, _ code: EngineError.Code) {
    log(.call(call, arguments: "", error: code))
  }

  // MARK: What is known of a player

  /// Whether a player plays, is paused, or is about to play.
  package func isActive(_ id: PlayerID) -> Bool { players[id]?.isActive == true }

  /// Seconds from a pattern's start to its end; `nil` for an unknown player.
  package func duration(of id: PlayerID) -> Double? { players[id]?.duration }

  /// Called, on the handlers' queue, whenever a playback of the player has ended.
  package func setCompletionHandler(_ id: PlayerID, _ handler: @escaping CompletionHandler) {
    // The one before may hold the last reference to a player, which is dropped as it goes: not while the table is changed.
    let before = players[id]?.completion
    players[id]?.completion = handler
    withExtendedLifetime(before) {}
  }

  /// Waits until a player has ended; returns why, or `nil` when it ended as it should. Returns at once for a player
  /// that does not play.
  package func untilFinished(_ id: PlayerID) async -> EngineError? {
    guard players[id]?.isActive == true else { return nil }
    return await withCheckedContinuation { continuation in
      players[id]?.waiting.append(continuation)
    }
  }

  /// A time as Core Haptics takes it.
  func checked(_ time: Double) throws(EngineError) -> Double {
    guard time >= 0, time.isFinite else { throw EngineError.invalidTime }
    return time
  }

  /// A time for the log: seconds since the environment's beginning.
  func describe(_ time: Double) -> String {
    time == 0 ? "now" : TimelineText.seconds(time - environment.origin)
  }
}

extension EngineError {
  /// The error of a time that is negative, infinite or NaN.
  static let invalidTime = EngineError(.invalidTime, "a time must be a number that is not negative")
  /// The error of whatever needs the server while it is away.
  static let serverIsAway = EngineError(.serverInterrupted, "the haptic server is away: wait for the reset handler")
}
