import ThrumDevice
import ThrumRender

extension HapticEngine {
  // MARK: Starting

  /// Starts the engine and waits for it. Starting a running engine does nothing.
  ///
  /// - Throws: ``EngineError`` `serverInitFailed` and kin when the device cannot be opened, with the device's own error
  ///   in ``EngineError/output``; `engineStartTimeout` after 2 s; whatever the state of the device forbids.
  /// - Thread: any but an engine's own queue, which gets `operationNotPermitted`; in virtual time it returns at once.
  public nonisolated func startAndWait() throws(EngineError) {
    let answer = Answer()
    withEngine { $0.requestStart { answer.set($0) } }
    guard answer.isSet || !EngineExecutor.isInsideAny else {
      throw EngineError(.operationNotPermitted, "an engine's queue cannot wait for a start: use a completion")
    }
    // The engine itself gives up after 2 s by its clock.
    if let error = answer.wait() { throw error }
  }

  /// Starts the engine; returns when it runs. Starting a running engine does nothing.
  ///
  /// - Throws: as ``startAndWait()``.
  public nonisolated func start() async throws(EngineError) {
    let error = await withCheckedContinuation { continuation in
      withEngine { $0.requestStart { continuation.resume(returning: $0) } }
    }
    if let error { throw error }
  }

  /// Starts the engine, returns at once, and calls back when it runs or cannot.
  public nonisolated func start(completion: @escaping CompletionHandler) {
    let teardown = teardown
    withEngine { engine in
      engine.requestStart { error in
        teardown.deliver(.started, detail: error?.code.name ?? "") { completion(error) }
      }
    }
  }

  /// Longest time a start may take, s.
  package static let startSeconds = 2.0
  /// Longest time a stop may take, s, unless the output says otherwise.
  package static let stopSeconds = 0.3
  /// Longest time that a device may take no frames while the engine runs, s: a frozen sound server may come back.
  package static let standstillSeconds = 35.0

  // MARK: Stopping

  /// Stops the engine and returns when it has stopped: transients that are due sound to their end, continuous events
  /// release, active players complete. Does not call the stopped handler. Stopping a stopped engine does nothing.
  ///
  /// - Throws: what a fault tells the call.
  public nonisolated func stop() async throws(EngineError) {
    let error = await withCheckedContinuation { continuation in
      withEngine { $0.requestStop { continuation.resume(returning: $0) } }
    }
    if let error { throw error }
  }

  /// Stops the engine and waits for it, about 0.3 s at most, or as long as its output says; see ``stop()``.
  ///
  /// - Throws: what a fault tells the call.
  /// - Thread: any but an engine's own queue, which gets `operationNotPermitted`; in virtual time it returns at once.
  public nonisolated func stopAndWait() throws(EngineError) {
    let answer = Answer()
    withEngine { $0.requestStop { answer.set($0) } }
    guard answer.isSet || !EngineExecutor.isInsideAny else {
      throw EngineError(.operationNotPermitted, "an engine's queue cannot wait for a stop: use a completion")
    }
    // The engine itself gives the device up after 0.3 s by its clock.
    if let error = answer.wait() { throw error }
  }

  /// Stops the engine, returns at once, and calls back when it has stopped.
  public nonisolated func stop(completion: CompletionHandler? = nil) {
    let teardown = teardown
    withEngine { engine in
      engine.requestStop { error in
        guard let completion else { return }
        teardown.deliver(.stopCompleted, detail: error?.code.name ?? "") { completion(error) }
      }
    }
  }

  // MARK: What comes of a start

  func requestStart(_ waiter: @escaping CompletionHandler) {
    let refusal = environment.hardware {
      $0.intercept(.start) ?? (isRunning ? nil : $0.startRefusal(playsHapticsOnly: switches.playsHapticsOnly))
    }
    if let refusal {
      lastStartError = refusal
      log(.call(.start, arguments: "", error: refusal.code))
      return waiter(refusal)
    }
    switch lifecycle.start(waiter, makeDeadline: makeStartDeadline) {
    case .isRunning: report(started: [waiter])
    case .waits: return
    case .starts: beginStart()
    }
  }

  private func makeStartDeadline() -> Deadline {
    guard environment.opensDevices else { return Deadline(TimerToken()) }
    return Deadline(
      environment.time.call(at: environment.now + HapticEngine.startSeconds, on: executor) { [weak self] in
        self?.assumeIsolated { $0.startTookTooLong() }
      })
  }

  private func beginStart() {
    logState()
    outputProblem = nil
    deviceNotes = DeviceNotes()
    if !environment.opensDevices { beginManually() } else if closing == nil { openDevice() }
  }

  private func startTookTooLong() {
    let seconds = Int(HapticEngine.startSeconds)
    if lifecycle.state == .stopping || lifecycle.isWaiting {
      let error = EngineError(
        .engineStartTimeout, "the device of the run before did not close within \(seconds) s")
      return lifecycle.state == .stopping ? report(failed: lifecycle.cancelStart(), error) : failStart(error)
    }
    guard let host = lifecycle.attempted else { return }
    if let session { endInBackground(session, host) } else { closeUnused(host) }
    failStart(
      EngineError(
        .engineStartTimeout,
        "the device did not open within \(seconds) s; its sound server may be frozen: restart it"))
  }

  /// The device renders.
  func didStart(_ session: RenderSession) {
    let request = lifecycle.run(session)
    updateMutes()
    idle.since = environment.now
    logState()
    teardown.isRunning = true
    report(started: request?.waiters.take() ?? [])
    for start in request?.players ?? [] { perform(start) }
    watchIdleness()
  }

  private func report(started waiters: [CompletionHandler]) {
    lastStartError = nil
    for waiter in waiters {
      log(.call(.start, arguments: "", error: nil))
      waiter(nil)
    }
  }

  /// The start that is under way has failed.
  func failStart(_ error: EngineError) {
    guard let request = lifecycle.fail() else { return }
    logState()
    report(failed: request, error)
  }

  private func report(failed request: Lifecycle.Request?, _ error: EngineError) {
    guard let request else { return }
    lastStartError = error
    for waiter in request.waiters.take() {
      log(.call(.start, arguments: "", error: error.code))
      waiter(error)
    }
    for start in request.players {
      for id in start.players { complete(id, error: error) }
    }
  }

  // MARK: What comes of a stop

  func requestStop(_ waiter: @escaping CompletionHandler) {
    do throws(EngineError) { try call(.stop) { () throws(EngineError) in } } catch { return waiter(error) }
    stop(Ending(reason: nil, error: nil), waiter)
  }

  /// Why and how an engine stops.
  struct Ending {
    /// For the stopped handler; `nil` when the app has asked for the stop, or lost the server.
    var reason: StoppedReason?
    /// For the players' completions.
    var error: EngineError?
  }

  /// Something outside stops the engine: at once, and the stopped handler is called.
  func stopFromOutside(_ reason: StoppedReason) {
    guard lifecycle.state == .running || lifecycle.state == .starting else { return }
    stop(Ending(reason: reason, error: EngineError(.engineNotRunning, "the engine was stopped: \(reason.name)")))
  }

  func stop(_ ending: Ending, _ waiter: CompletionHandler? = nil) {
    let wasRunning = isRunning
    let isGentle = ending.error == nil
    report(
      failed: lifecycle.cancelStart(),
      ending.error ?? EngineError(.engineNotRunning, "the engine was stopped while it was starting"))
    let interrupted = lifecycle.stop(waiter)
    switch interrupted {
    case .isStopped:
      waiter?(nil)
      return
    case .isStopping: return
    case .waited, .opened, .rendered, .refused: logState()
    }
    idle.cancel()
    if wasRunning { silencePlayers(gently: isGentle) }
    for id in players.ids { complete(id, error: ending.error) }
    if let reason = ending.reason {
      let handler = teardown.stoppedHandler
      teardown.deliver(.stopped, detail: reason.name) { handler(reason) }
    }
    switch interrupted {
    case .isStopped, .isStopping: return
    case .waited: finishClosing()
    case .opened(let host):
      closeUnused(host)
      waitForClosing(host, seconds: HapticEngine.stopSeconds)
    case .rendered(let session): fade(session, gently: isGentle)
    case .refused: return
    }
  }

  /// The device has closed, or has taken too long: what waits for that continues.
  func finishClosing() {
    if let session {
      takeNotices()
      session.forgetStandstill()
      if let journal = session.journal { runs.add(journal, end: session.renderedFrames) }
    }
    switch lifecycle.didClose() {
    case nil: return
    case .failed(let error): failStart(error)
    case .stopped(let waiters, let next):
      logState()
      for waiter in waiters { waiter(nil) }
      guard let next else { return }
      lifecycle.resume(next)
      beginStart()
    }
  }

  func logState() {
    log(.state(lifecycle.state))
    if lifecycle.state == .stopping || lifecycle.state == .stopped { teardown.isRunning = false }
  }

  /// Says in an environment that was restarted that the engine lives on, with what it has.
  func introduce() {
    log(.engineKept)
    if lifecycle.state != .stopped { log(.state(lifecycle.state)) }
    for id in players.ids {
      guard let player = players[id], !player.isDropped else { continue }
      log(.playerMade(isAdvanced: player.options.isAdvanced, duration: player.duration), id)
    }
    runs = RunHistory()
  }
}
