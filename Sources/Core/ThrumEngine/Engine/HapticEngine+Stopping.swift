import Dispatch
import Synchronization
import ThrumDevice
import ThrumRender
import ThrumTime

extension HapticEngine {
  // MARK: Stopping

  /// Stops the engine and waits. Does not call the stopped handler.
  ///
  /// Pending transients finish, continuous events release, and active players complete.
  ///
  /// - Throws: Only errors from injected faults.
  public nonisolated func stop() async throws(EngineError) {
    let error = await withCheckedContinuation { continuation in
      withEngine { $0.requestStop { continuation.resume(returning: $0) } }
    }
    if let error { throw error }
  }

  /// Stops the engine like ``stop()`` and waits up to about 0.3 s, or longer if its output needs more time.
  ///
  /// - Throws: Only errors from injected faults.
  /// - Thread: any but an engine's own queue, where it throws `operationNotPermitted`. Returns at once in virtual time.
  public nonisolated func stopAndWait() throws(EngineError) {
    let answer = AwaitedOutcome()
    withEngine { $0.requestStop { answer.set($0) } }
    guard answer.isSet || !QueueExecutor.isInsideAny else {
      throw EngineError(
        .operationNotPermitted, "waiting for a stop would block an engine's queue: use a completion handler")
    }
    if let error = answer.wait() { throw error }
  }

  /// Stops the engine asynchronously and reports the result.
  public nonisolated func stop(completion: CompletionHandler? = nil) {
    let teardown = teardown
    withEngine { engine in
      engine.requestStop { error in
        guard let completion else { return }
        teardown.deliver(.stopCompleted, detail: error?.code.name ?? "") { completion(error) }
      }
    }
  }

  /// Maximum time for a stop in seconds, unless the output needs longer.
  package static let stopSeconds = 0.3

  // MARK: Carrying out a stop

  func requestStop(_ waiter: @escaping CompletionHandler) {
    do throws(EngineError) { try call(.stop) { () throws(EngineError) in } } catch { return waiter(error) }
    stop(Ending(reason: nil, error: nil), waiter)
  }

  struct Ending {
    /// Argument for the stopped handler, or `nil` if it is not called.
    var reason: StoppedReason?
    var error: EngineError?
  }

  /// How the engine was stopped last, which decides whether auto-shutdown starts it again for a player.
  ///
  /// Apple's pages on the stopped reasons ask the app to restart the engine after each but `idleTimeout`.
  enum LastStop {
    case none
    case byApp
    case outside(StoppedReason)
    case serverFailure

    init(_ ending: Ending) {
      switch (ending.reason, ending.error) {
      case (let reason?, _): self = .outside(reason)
      case (nil, nil): self = .byApp
      case (nil, _): self = .serverFailure
      }
    }

    /// What the app must restart the engine after, or `nil` if a player may start it.
    var needsRestart: String? {
      switch self {
      case .none, .byApp, .outside(.idleTimeout): nil
      case .outside(let reason): reason.name
      case .serverFailure: "a failure of the haptic server"
      }
    }

    var title: String {
      switch self {
      case .none: "had not been started"
      case .byApp: "had been stopped by the app"
      case .outside, .serverFailure: "had been idle"
      }
    }
  }

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
    case .attempt, .run, .refused: logState()
    }
    lastStop = LastStop(ending)
    slowStart?.cancel()
    idle.cancel()
    if wasRunning { silencePlayers(gently: isGentle) }
    for id in players.ids { complete(id, error: ending.error) }
    if let reason = ending.reason {
      let handler = teardown.stoppedHandler
      teardown.deliver(.stopped, detail: reason.name) { handler(reason) }
    }
    switch interrupted {
    case .isStopped, .isStopping, .refused: return
    case .attempt: finishClosing(hasEnded: false)
    case .run(let run): run.end(gently: isGentle, in: self)
    }
  }

  private func silencePlayers(gently: Bool) {
    guard let session else { return }
    let now = environment.engineTime
    for id in session.slots.players {
      guard let record = players[id], record.isActive else { continue }
      session.stop(id, now: now, cancels: !gently || record.isAhead(at: now))
    }
  }

  // MARK: The end of a device

  func deviceDidEnd(_ ending: OutputHost.Ending, _ host: OutputHost) {
    guard let run = lifecycle.leaving, run.host === host else { return }
    if let session = run.session {
      if session === self.session { takeNotices() }
      session.didEnd(ending)
      if !lifecycle.isWaiting { outputProblem = ending.problem }
    }
    finishClosing(hasEnded: true)
  }

  func finishClosing(hasEnded: Bool) {
    if let session {
      takeNotices()
      session.keepJournal()
    }
    let answer = lifecycle.didClose(hasEnded: hasEnded)
    forgetDroppedPlayers()
    switch answer {
    case .none: return
    case .opens: openDevice()
    case .failed(let error, let request):
      logState()
      report(failed: request, error)
    case .stopped(let waiters, let next):
      logState()
      for waiter in waiters { waiter(nil) }
      if let next { resume(next) }
    }
  }

  func logState() {
    log(.state(lifecycle.state))
    if lifecycle.state == .stopping || lifecycle.state == .stopped { teardown.isRunning = false }
  }
}

/// Reports the end of a deallocated engine. If it was running, calls its stopped handler (`engineDestroyed`).
final class EngineTeardown: Sendable {
  private struct State {
    var isRunning = false
    var isVoid = false
    var stoppedHandler: @Sendable (HapticEngine.StoppedReason) -> Void = { _ in }
  }

  private let state = Mutex(State())
  private let environment: HapticEnvironment
  private let number: Int
  let queue: DispatchQueue

  init(environment: HapticEnvironment, number: Int, queue: DispatchQueue) {
    self.environment = environment
    self.number = number
    self.queue = queue
  }

  var isRunning: Bool {
    get { state.withLock { $0.isRunning } }
    set { state.withLock { $0.isRunning = newValue } }
  }

  var isVoid: Bool {
    get { state.withLock { $0.isVoid } }
    set { state.withLock { $0.isVoid = newValue } }
  }

  var stoppedHandler: @Sendable (HapticEngine.StoppedReason) -> Void { state.withLock { $0.stoppedHandler } }

  /// Returns the old handler, to be released outside all locks, since its captures' deinits may call the engine.
  func replaceStoppedHandler(
    with handler: @escaping @Sendable (HapticEngine.StoppedReason) -> Void
  ) -> @Sendable (HapticEngine.StoppedReason) -> Void {
    state.withLock { state in
      defer { state.stoppedHandler = handler }
      return state.stoppedHandler
    }
  }

  func deliver(_ kind: HandlerKind, player: Int? = nil, detail: String = "", _ body: @escaping @Sendable () -> Void) {
    guard environment.isVirtual else {
      return environment.time.deliver(on: queue) { [environment, number] in
        environment.log(.handler(kind, detail: detail), engine: number, player: player)
        body()
      }
    }
    // A weak reference, since the environment owns work that is waiting in virtual time.
    environment.time.deliver(on: queue) { [weak environment, number] in
      guard let environment else { return body() }
      environment.log(.handler(kind, detail: detail), engine: number, player: player)
      // Engines created in a handler belong to the same environment.
      HapticEnvironment.$scoped.withValue(environment, operation: body)
    }
  }

  func run() {
    let (isRunning, isVoid, handler) = state.withLock { ($0.isRunning, $0.isVoid, $0.stoppedHandler) }
    guard !isVoid else { return }
    environment.removeEngine(number)
    environment.time.removePump(of: number)
    environment.log(.engineGone, engine: number)
    guard isRunning else { return }
    deliver(.stopped, detail: HapticEngine.StoppedReason.engineDestroyed.name) { handler(.engineDestroyed) }
  }
}

extension HapticEngine.StoppedReason {
  /// Name in Core Haptics.
  public var name: String {
    switch self {
    case .audioSessionInterrupt: "audioSessionInterrupt"
    case .applicationSuspended: "applicationSuspended"
    case .idleTimeout: "idleTimeout"
    case .notifyWhenFinished: "notifyWhenFinished"
    case .engineDestroyed: "engineDestroyed"
    case .gameControllerDisconnect: "gameControllerDisconnect"
    case .systemError: "systemError"
    }
  }
}
