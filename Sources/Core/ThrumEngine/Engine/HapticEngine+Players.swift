import ThrumDevice
import ThrumOffline
import ThrumPattern
import ThrumRender

extension HapticEngine {
  // MARK: Creating and dropping

  /// Creates a player, even while the engine is stopped.
  ///
  /// - Throws: ``EngineError`` for a pattern that Core Haptics rejects (see `Pattern.check()`); `invalidAudioResource`
  ///   for an unregistered or undecodable sound; `fileNotFound` for a missing file; `resourceNotAvailable` if sounds
  ///   take too much memory; `notSupported` for an advanced player on a game controller.
  public func makePlayer(_ pattern: Pattern, options: PlayerOptions = PlayerOptions()) throws(EngineError)
    -> HapticPlayer
  {
    let name: EngineCall = options.isAdvanced ? .makeAdvancedPlayer : .makePlayer
    let id = try call(name) { () throws(EngineError) in try add(pattern, options) }
    log(.playerMade(isAdvanced: options.isAdvanced, duration: players[id]?.duration ?? 0), id)
    return HapticPlayer(id, self, duration: pattern.duration)
  }

  private func add(_ pattern: Pattern, _ options: PlayerOptions) throws(EngineError) -> PlayerID {
    if environment.hardware({ $0.isServerDown }) { throw EngineError.serverIsAway }
    if options.isAdvanced, environment.profile.isController {
      throw EngineError(.notSupported, "a game controller supports basic players only")
    }
    try pattern.check()
    guard pattern.hasEvents || options.mayBeEmpty else { throw EngineError.nothingToPlay }
    let loaded = try sounds.load(pattern, options)
    for case .curve(let curve) in pattern.entries { noteLength(of: curve) }
    sounds.use(loaded.files)
    return players.add(
      PlayerRecord(pattern: loaded.pattern, files: loaded.files, options: options, duration: pattern.duration))
  }

  /// Removes a player once it has finished playing.
  func drop(_ id: PlayerID) {
    guard let record = players[id], !record.isDropped else { return }
    players[id]?.isDropped = true
    log(.playerDropped, id)
    if !record.isActive { forgetOnceSilent(id) }
  }

  /// While the engine stops, its last events are still to come, and their values are read from the player.
  private func forgetOnceSilent(_ id: PlayerID) { if lifecycle.state != .stopping { forget(id) } }

  func forgetDroppedPlayers() {
    for id in players.ids where players[id]?.isDropped == true && players[id]?.isActive == false { forget(id) }
  }

  private func forget(_ id: PlayerID) {
    session?.release(id)
    // An invalid player's sounds were lost in the reset.
    if let record = players.remove(id), !record.isInvalid { sounds.leave(record.files) }
  }

  /// Plays a pattern once, starting the engine first if necessary.
  ///
  /// - Throws: See ``makePlayer(_:options:)`` and ``HapticPlayer/start(at:)``.
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

  package func noteRefusal(of call: EngineCall, _ code: EngineError.Code) {
    log(.call(call, arguments: "", error: code))
  }

  // MARK: Starting

  func start(_ id: PlayerID, atTime time: Double = 0) throws(EngineError) {
    try call(.playerStart, id, "at \(describe(time))") { () throws(EngineError) in
      try play(PendingStart(players: [id], time: time, offset: nil))
    }
  }

  func start(_ ids: [PlayerID], atTime time: Double = 0, offset: Double = 0) throws(EngineError) {
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
      throw EngineError(
        .noPlayerChannel, "all \(channels) player channels are in use: stop a player, or wait for one to finish")
    }
    let start = withoutStoppedPlayers(start)
    guard !start.players.isEmpty else { return }
    guard !isRunning else { return try begin(start) }
    if !startsEngine { try letPlayerStartEngine(start.players.first) }
    requestStart { _ in }
    if isRunning { return try begin(start) }
    // The players start once the device is running, or complete with its error.
    guard lifecycle.add(start) else {
      throw lastStartError ?? EngineError(.engineNotRunning, "the engine could not be started")
    }
    for id in start.players { players.activate(id) }
  }

  /// - Throws: ``EngineError`` `engineNotRunning` unless auto-shutdown may start the engine.
  private func letPlayerStartEngine(_ id: PlayerID?) throws(EngineError) {
    guard switches.isAutoShutdownEnabled else {
      throw EngineError(.engineNotRunning, "the engine is not running: start it before its players")
    }
    guard !lifecycle.awaitsStart else { return }
    if let cause = lastStop.needsRestart {
      throw EngineError(
        .engineNotRunning,
        "the engine was stopped (\(cause)), after which the app must start it, even with auto-shutdown")
    }
    let text = "the player's start starts the engine, which \(lastStop.title): the haptic is late on a phone"
    note(.startByPlayer, text, id)
  }

  /// Notes players that the app has stopped, and leaves them out if the phone keeps them silent.
  private func withoutStoppedPlayers(_ start: PendingStart) -> PendingStart {
    let stopped = start.players.filter { players[$0]?.isStoppedForGood == true }
    guard !stopped.isEmpty else { return start }
    let plays = environment.profile.restartsStoppedPlayers
    for id in stopped {
      let result = plays ? "it was silent on some phones: make a new player" : "it stays silent, as on some phones"
      note(.stoppedPlayer, "a basic player starts again after a stop; \(result)", id)
    }
    if plays { return start }
    return PendingStart(
      players: start.players.filter { !stopped.contains($0) }, time: start.time, offset: start.offset)
  }

  private func note(_ trap: PhoneTrap, _ text: String, _ id: PlayerID?) {
    guard !configuration.isSystem else { return }
    environment.note(trap, text, engine: number, player: id?.number)
  }

  func perform(_ start: PendingStart) {
    do throws(EngineError) { try begin(start) } catch { for id in start.players { complete(id, error: error) } }
  }

  /// Returns the commands that install a player, or none if the player already has a slot.
  ///
  /// - Throws: ``EngineError`` `noPlayerChannel`; errors while loading sounds.
  private func installation(of id: PlayerID, _ session: RenderSession) throws(EngineError) -> [Command] {
    guard let record = players[id], session.slots[id] == nil else { return [] }
    try sounds.reload(record)
    return try session.install(id, record, compiled(id, record, for: session), now: environment.engineTime)
  }

  /// The pattern's sounds must be loaded. Says in the timeline which events are left out, and why.
  private func compiled(_ id: PlayerID, _ record: PlayerRecord, for session: RenderSession) -> CompiledPattern {
    let (options, switches, isController) = (record.options, session.switches, environment.profile.isController)
    var compiler = ScheduleCompiler(sampleRate: session.format.sampleRate, sound: sounds.loaded)
    compiler.hapticsOnly = options.hapticsOnly || switches.playsHapticsOnly || isController
    compiler.audioOnly = options.audioOnly || switches.playsAudioOnly
    func note(_ kind: String, _ cause: String, _ isLeftOut: (EventType) -> Bool) {
      let count = record.pattern.events.count { isLeftOut($0.type) }
      if count > 0 { log(.note("\(count) \(kind) event\(count == 1 ? "" : "s") will not play: \(cause)"), id) }
    }
    if compiler.hapticsOnly {
      note("audio", isController ? "a controller has no sound" : "it plays haptics only") { !$0.isHaptic }
    }
    if compiler.audioOnly { note("haptic", "it plays audio only") { $0.isHaptic } }
    return compiler.compile(sounds.completed(record.pattern))
  }

  private func begin(_ start: PendingStart) throws(EngineError) {
    guard let session else { return }
    let now = environment.engineTime
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
    // If this throws, the players stay active, since their earlier playback has yet to end.
    try session.send(commands)
    for (id, serial) in zip(start.players, serials) {
      session.slots.didActivate(id)
      players[id]?.add(PlayerRecord.Start(serial: serial, time: max(start.time, now)))
      players.activate(id)
    }
    watchAwaited()
  }

  // MARK: A player's state

  func replaceCompletionHandler(_ id: PlayerID, with handler: @escaping CompletionHandler) -> CompletionHandler? {
    // Releasing the old handler may drop a player, which must not happen while the table is changing.
    let before = players[id]?.completion
    players[id]?.completion = handler
    watchAwaited()
    return before
  }

  func untilFinished(_ id: PlayerID) async -> EngineError? {
    guard players[id]?.isActive == true else { return nil }
    return await withCheckedContinuation { continuation in
      players[id]?.waiting.append(continuation)
      watchAwaited()
    }
  }

  /// The handlers that are called once the renderer has reached an end.
  var awaited: [AwaitedHandler] {
    let completions = players.ids.compactMap { id in
      players[id].flatMap {
        $0.isAwaited ? AwaitedHandler(name: "the completion of \(id)", engine: number, round: $0.playbacks) : nil
      }
    }
    guard players.activeCount > 0, !finish.isEmpty else { return completions }
    return [AwaitedHandler(name: "the finished handler", engine: number, round: finish.rounds)] + completions
  }

  private func watchAwaited() { if environment.isVirtual, !configuration.isSystem { environment.watchAwaited() } }

  // MARK: Finishing

  /// Calls `handler` once no player is active, and performs the action it returns.
  ///
  /// Paused and looping players count as active.
  ///
  /// - Throws: ``EngineError`` only because of an injected fault.
  public func notifyWhenPlayersFinished(_ handler: @escaping FinishedHandler) throws(EngineError) {
    try call(.notifyWhenPlayersFinished) { () throws(EngineError) in
      if players.activeCount == 0 { deliverFinished(handler, error: nil) } else { finish.add(handler) }
      watchAwaited()
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
    if end.isDropped { forgetOnceSilent(id) } else { session?.didBecomeIdle(id) }
    guard players.activeCount == 0 else { return }
    let finished = finish.take()
    for handler in finished.handlers { deliverFinished(handler, error: finished.error) }
    idle.since = environment.engineTime
    watchIdleness()
  }

  // MARK: Idle time

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
    if environment.engineTime >= idle.since + limit - 1e-9 { idleTimeHasPassed() } else { watchIdleness() }
  }

  func idleTimeHasPassed() {
    guard switches.isAutoShutdownEnabled, isRunning, players.activeCount == 0 else { return }
    stopFromOutside(.idleTimeout)
  }
}

extension EngineError {
  static let invalidTime = EngineError(.invalidTime, "a time must be a non-negative number")
  static let nothingToPlay = EngineError(
    .invalidPatternData, "the pattern contains no playable events: a phone makes no player for it")
  static let serverIsAway = EngineError(.serverInterrupted, "the haptic server is down: wait for the reset handler")
}
