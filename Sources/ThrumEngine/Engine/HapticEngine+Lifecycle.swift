import ThrumRender
import Synchronization

extension HapticEngine {
  // MARK: Starting

  /// Starts the engine and waits for it. Starting a running engine does nothing.
  ///
  /// - Throws: ``EngineError`` `serverInitFailed` and kin when the device cannot be opened, with the device's own error
  ///   in ``EngineError/output``; `engineStartTimeout` after 2 s; whatever the state of the device forbids.
  /// - Thread: any but the engine's own queue; in virtual time it answers at once.
  public nonisolated func startAndWait() throws(EngineError) {
    let answer = Answer()
    enter { $0.requestStart { answer.set($0) } }
    guard answer.isSet || !executor.isCurrent else {
      throw EngineError(.operationNotPermitted, "the engine's own queue cannot wait for a start: use a completion")
    }
    // The engine itself gives up after 2 s by its clock.
    if let error = answer.wait() { throw error }
  }

  /// Starts the engine; returns when it runs. Starting a running engine does nothing.
  ///
  /// - Throws: as ``startAndWait()``.
  public nonisolated func start() async throws(EngineError) {
    let error = await withCheckedContinuation { continuation in
      enter { $0.requestStart { continuation.resume(returning: $0) } }
    }
    if let error { throw error }
  }

  /// Starts the engine, returns at once, and calls back when it runs or cannot.
  public nonisolated func start(completion: @escaping CompletionHandler) {
    let will = will
    enter { engine in
      engine.requestStart { error in
        will.deliver(.started, detail: error?.code.name ?? "") { completion(error) }
      }
    }
  }

  /// Longest time a start may take, s.
  public static let startSeconds = 2.0
  /// Longest time a stop may take, s, unless the output says otherwise.
  public static let stopSeconds = 0.3
  /// Longest time that a device may take no frames while the engine runs, s: a frozen sound server may come back.
  public static let standstillSeconds = 35.0

  func requestStart(_ waiter: @escaping CompletionHandler) {
    let refusal = environment.hardware {
      $0.intercept(.start) ?? (isRunning ? nil : $0.startRefusal(playsHapticsOnly: playsHapticsOnly))
    }
    if let refusal {
      lastStartError = refusal
      log(.call(.start, arguments: "", error: refusal.code))
      return waiter(refusal)
    }
    startWaiters.append(waiter)
    if lifecycle.state == .stopping { limitWaiting() }
    perform(lifecycle.start())
  }

  /// A start waits until the device of the run before has closed, and no longer than any start may take.
  func limitWaiting() {
    guard startDeadline == nil else { return }
    let time = environment.now + HapticEngine.startSeconds
    let timer = environment.time.call(at: time, on: executor) { [weak self] in
      self?.assumeIsolated { $0.waitingTookTooLong() }
    }
    startDeadline = (time, timer)
  }

  private func waitingTookTooLong() {
    let error = EngineError(
      .engineStartTimeout, "the device of the run before did not close within \(Int(HapticEngine.startSeconds)) s")
    switch lifecycle.state {
    case .stopping:
      perform(lifecycle.stop())
      failStarts(error)
    case .starting where opening == nil && !closing.isEmpty: fail(error)
    case .starting, .running, .stopped: return
    }
  }

  private func forgetStartDeadline() {
    startDeadline?.timer.cancel()
    startDeadline = nil
  }

  private func tellStarted() {
    forgetStartDeadline()
    let waiters = startWaiters
    startWaiters = []
    lastStartError = nil
    for waiter in waiters {
      log(.call(.start, arguments: "", error: nil))
      waiter(nil)
    }
    let pending = pendingStarts
    pendingStarts = []
    for start in pending { perform(start) }
  }

  func failStarts(_ error: EngineError) {
    forgetStartDeadline()
    lastStartError = error
    let waiters = startWaiters
    startWaiters = []
    for waiter in waiters {
      log(.call(.start, arguments: "", error: error.code))
      waiter(error)
    }
    let pending = pendingStarts
    pendingStarts = []
    for start in pending { for id in start.players { complete(id, error: error) } }
  }

  // MARK: Stopping

  /// Stops the engine and returns when it has stopped: transients that are due sound to their end, continuous events
  /// release, active players complete. Does not call the stopped handler. Stopping a stopped engine does nothing.
  public nonisolated func stop() async {
    await withCheckedContinuation { continuation in
      enter { $0.requestStop { _ in continuation.resume() } }
    }
  }

  /// Stops the engine and waits for it, about 0.3 s at most, or as long as its output says; see ``stop()``.
  ///
  /// - Throws: what a fault tells the call.
  /// - Thread: any but the engine's own queue; in virtual time it answers at once.
  public nonisolated func stopAndWait() throws(EngineError) {
    let answer = Answer()
    enter { $0.requestStop { answer.set($0) } }
    guard answer.isSet || !executor.isCurrent else {
      throw EngineError(.operationNotPermitted, "the engine's own queue cannot wait for a stop: use a completion")
    }
    // The engine itself gives the device up after 0.3 s by its clock.
    if let error = answer.wait() { throw error }
  }

  /// Stops the engine, returns at once, and calls back when it has stopped.
  public nonisolated func stop(completion: CompletionHandler? = nil) {
    let will = will
    enter { engine in
      engine.requestStop { error in
        guard let completion else { return }
        will.deliver(.stopCompleted, detail: error?.code.name ?? "") { completion(error) }
      }
    }
  }

  private func requestStop(_ waiter: @escaping CompletionHandler) {
    do throws(EngineError) { try call(.stop) { () throws(EngineError) in } } catch { return waiter(error) }
    stopWaiters.append(waiter)
    stop(Ending(reason: nil, error: nil))
  }

  /// Why and how an engine stops.
  struct Ending {
    /// Told to the stopped handler; `nil` when the app has asked for the stop, or lost the server.
    var reason: StoppedReason?
    /// What the players' completions are told.
    var error: EngineError?
  }

  /// Something outside stops the engine: at once, and the stopped handler is told.
  func stopFromOutside(_ reason: StoppedReason) {
    guard lifecycle.state == .running || lifecycle.state == .starting else { return }
    stop(
      Ending(reason: reason, error: EngineError(.engineNotRunning, "the engine was stopped: \(reason.name)")))
  }

  func stop(_ ending: Ending) {
    let wasRunning = isRunning
    let isGentle = ending.error == nil
    failStarts(ending.error ?? EngineError(.engineNotRunning, "the engine was stopped while it was starting"))
    let action = lifecycle.stop()
    if action == .closeOutput {
      logState()
      idleTimer?.cancel()
      idleTimer = nil
      if wasRunning { silencePlayers(gently: isGentle) }
      for id in players.keys.sorted(by: { $0.number < $1.number }) { complete(id, error: ending.error) }
      if let reason = ending.reason {
        let handler = will.stoppedHandler
        will.deliver(.stopped, detail: reason.name) { handler(reason) }
      }
      closeOutput(gently: isGentle)
    } else {
      perform(action)
    }
  }

  // MARK: The state machine's orders

  func perform(_ action: Lifecycle.Action) {
    switch action {
    case .none: return
    case .openOutput:
      logState()
      openOutput()
    case .closeOutput: closeOutput(gently: true)
    case .tellStarted:
      if !will.isRunning { logState() }
      will.isRunning = true
      tellStarted()
    case .tellStopped:
      if will.isRunning || lifecycle.state == .stopped { will.isRunning = false }
      let waiters = stopWaiters
      stopWaiters = []
      for waiter in waiters { waiter(nil) }
      perform(lifecycle.resume())
    }
  }

  func logState() {
    log(.state(lifecycle.state))
    if lifecycle.state == .stopping || lifecycle.state == .stopped { will.isRunning = false }
  }
}

/// The answer to a start or a stop, for a thread that waits for it.
private final class Answer: Sendable {
  private let latch = Latch()
  private let answer = Mutex<EngineError??>(nil)

  func set(_ error: EngineError?) {
    answer.withLock { $0 = .some(error) }
    latch.raise()
  }

  var isSet: Bool { answer.withLock { $0 != nil } }

  /// The error, or `nil` when all went well. The engine answers every request, at the latest when it goes.
  func wait() -> EngineError? {
    while !isSet { latch.wait() }
    return answer.withLock { $0 } ?? nil
  }
}
