import ThrumPattern
import ThrumDevice
import ThrumRender

/// Players, by their number, from their making to their end: what ``HapticPlayer`` calls. And the sounds they need.
extension HapticEngine {
  // MARK: Sounds

  /// Registers a sound file for the use of `AudioCustom` events; returns its number, which is never 0. It is kept
  /// until it is unregistered, the server is reset or the engine goes.
  ///
  /// - Parameters:
  ///   - path: of a file that the environment's sound reader can read.
  ///   - usesVolumeEnvelope: whether envelopes shape the sound; `nil` means yes.
  ///   - loops: whether it repeats until its event ends; `nil` means no.
  /// - Throws: ``EngineError`` `fileNotFound`, `invalidAudioResource` for a file that cannot be decoded,
  ///   `resourceNotAvailable` beyond 8 MB of floats in all, `serverInterrupted` while the server is away.
  public func registerSound(path: String, usesVolumeEnvelope: Bool? = nil, loops: Bool? = nil)
    throws(EngineError) -> Int
  {
    try call(.registerAudioResource, nil, path) { () throws(EngineError) in
      if environment.hardware({ $0.isServerDown }) { throw EngineError.serverIsAway }
      return try sounds.register(path, usesVolumeEnvelope: usesVolumeEnvelope, loops: loops)
    }
  }

  /// Forgets a registered sound; players that were made with it keep it while they play.
  ///
  /// - Throws: ``EngineError`` `invalidAudioResource` when there is none of that number.
  public func unregisterSound(_ id: Int) throws(EngineError) {
    try call(.unregisterAudioResource, nil, "\(id)") { () throws(EngineError) in try sounds.unregister(id) }
  }

  /// How a registered sound is to be played, or `nil` when there is none.
  package func soundOptions(_ id: Int) -> (usesVolumeEnvelope: Bool?, loops: Bool?)? {
    sounds.registered(id).map { ($0.usesVolumeEnvelope, $0.loops) }
  }

  // MARK: Making and dropping

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
    for case .curve(let curve) in pattern.entries { noteLength(of: curve) }
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

  /// A player that the app has let go of, and that does not play.
  private func forget(_ id: PlayerID) {
    session?.release(id)
    // What an invalid one has used was lost in the reset.
    if let record = players.remove(id), !record.isInvalid { sounds.leave(record.files) }
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

  // MARK: Starting

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
    _ = try checkedTime(start.time)
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

  /// The commands that give a player a slot, its schedule and all that it was told before; none when it has one.
  ///
  /// - Throws: ``EngineError`` `noPlayerChannel` when no slot is free; what loading a sound throws.
  private func installation(of id: PlayerID, _ session: RenderSession) throws(EngineError) -> [Command] {
    guard let record = players[id], session.slots[id] == nil else { return [] }
    try sounds.reload(record)
    return try session.install(id, record, compiled(record, for: session), now: environment.now)
  }

  /// A player's pattern for a run, whose switches count; its sounds are loaded.
  private func compiled(_ record: PlayerRecord, for session: RenderSession) -> CompiledPattern {
    var compiler = ScheduleCompiler(sampleRate: session.format.sampleRate, sound: sounds.loaded)
    compiler.hapticsOnly =
      record.options.hapticsOnly || session.switches.playsHapticsOnly || environment.profile.isController
    compiler.audioOnly = record.options.audioOnly || session.switches.playsAudioOnly
    return compiler.compile(sounds.completed(record.pattern))
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
          commands.append(session.command(.stop, id, at: frame))
          commands.append(session.command(session.seek(to: offset), id, at: frame))
        }
        let command = session.command(.start(isNow: start.time <= now), id, at: frame)
        commands.append(command)
        serials.append(command.serial)
      }
    } catch {
      session.uninstall(commands)
      throw error
    }
    // Only what was sent counts: the end of an earlier playback is still to come when the ring was full.
    try session.send(commands)
    for (id, serial) in zip(start.players, serials) {
      session.slots.didActivate(id)
      players[id]?.add(PlayerRecord.Start(serial: serial, time: max(start.time, now)))
      players.activate(id)
    }
  }

  // MARK: What is known of a player

  /// Whether a player plays, is paused, or is about to play.
  package func isActive(_ id: PlayerID) -> Bool { players[id]?.isActive == true }

  /// Seconds from a pattern's start to its end; `nil` for an unknown player.
  package func duration(of id: PlayerID) -> Double? { players[id]?.duration }

  /// Called, on the handlers' queue, whenever a playback of the player has ended.
  package func setCompletionHandler(_ id: PlayerID, _ handler: @escaping CompletionHandler) {
    let before = replaceCompletionHandler(id, with: handler)
    withExtendedLifetime(before) {}
  }

  /// Replaces a player's completion handler. Returns the old one, for callers that release it outside the engine's queue.
  func replaceCompletionHandler(_ id: PlayerID, with handler: @escaping CompletionHandler) -> CompletionHandler? {
    // It may hold the last reference to a player, which is dropped as it goes: not while the table is changed.
    let before = players[id]?.completion
    players[id]?.completion = handler
    return before
  }

  /// Waits until a player has ended; returns why, or `nil` when it ended as it should. Returns at once for a player
  /// that does not play.
  package func untilFinished(_ id: PlayerID) async -> EngineError? {
    guard players[id]?.isActive == true else { return nil }
    return await withCheckedContinuation { continuation in
      players[id]?.waiting.append(continuation)
    }
  }

  // MARK: Finishing

  /// Calls `handler` once, when no player is active any more; soon, when none is now. What it answers is done.
  /// Players that are started before that put it off; paused and looping ones count as active.
  ///
  /// - Throws: ``EngineError`` only when a fault says so.
  public func notifyWhenPlayersFinished(_ handler: @escaping FinishedHandler) throws(EngineError) {
    try call(.notifyWhenPlayersFinished) { () throws(EngineError) in
      if players.activeCount == 0 { deliverFinished(handler, error: nil) } else { finish.add(handler) }
    }
  }

  private func deliverFinished(_ handler: @escaping FinishedHandler, error: EngineError?) {
    teardown.deliver(.finished, detail: error?.code.name ?? "") { [weak self] in
      guard handler(error) == .stopEngine else { return }
      self?.withEngine { $0.stopAsFinished() }
    }
  }

  private func stopAsFinished() {
    guard isRunning else { return }
    stop(Ending(reason: .notifyWhenFinished, error: nil))
  }

  /// A player is over, or was never to begin; whoever waits for it is notified.
  func complete(_ id: PlayerID, error: EngineError?, frame: SampleTime? = nil) {
    guard let end = players.end(id) else { return }
    log(
      .playerFinished(frame: frame, error: error?.code), id,
      at: frame.flatMap { frame in session?.clock.time(of: frame) })
    finish.note(error)
    for continuation in end.waiting { continuation.resume(returning: error) }
    if let completion = end.completion {
      teardown.deliver(.completion, player: id.number, detail: error?.code.name ?? "") { completion(error) }
    }
    if end.isDropped { forget(id) } else { session?.didBecomeIdle(id) }
    guard players.activeCount == 0 else { return }
    let finished = finish.take()
    for handler in finished.handlers { deliverFinished(handler, error: finished.error) }
    idle.since = environment.now
    watchIdleness()
  }

  // MARK: Idle time

  /// Sees to it that an idle engine with auto-shutdown is looked at when its time is over.
  func watchIdleness() {
    guard switches.isAutoShutdownEnabled, isRunning, players.activeCount == 0, idle.timer == nil else { return }
    let limit = environment.profile.idleSeconds
    idle.timer = environment.time.call(at: idle.since + limit, on: executor) { [weak self] in
      self?.assumeIsolated { $0.lookAtIdleness(limit) }
    }
  }

  private func lookAtIdleness(_ limit: Double) {
    idle.timer = nil
    guard switches.isAutoShutdownEnabled, isRunning, players.activeCount == 0 else { return }
    if environment.now >= idle.since + limit - 1e-9 { idleTimeHasPassed() } else { watchIdleness() }
  }

  func idleTimeHasPassed() {
    guard switches.isAutoShutdownEnabled, isRunning, players.activeCount == 0 else { return }
    stopFromOutside(.idleTimeout)
  }
}

extension EngineError {
  /// The error of a time that is negative, infinite or NaN.
  static let invalidTime = EngineError(.invalidTime, "a time must be a number that is not negative")
  /// The error of whatever needs the server while it is away.
  static let serverIsAway = EngineError(.serverInterrupted, "the haptic server is away: wait for the reset handler")
}
