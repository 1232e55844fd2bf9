import Synchronization
import ThrumDevice
import ThrumRender
import ThrumSystem
import ThrumTime

extension HapticEngine {
  // MARK: Starting

  /// Starts the engine and waits until it is running. Has no effect on a running engine.
  ///
  /// - Throws: ``EngineError`` `serverInitFailed` or similar if the device cannot be opened, with the device's error in
  ///   ``EngineError/output``; `engineStartTimeout` after 2 s; errors due to the hardware's state.
  /// - Thread: any but an engine's own queue, where it throws `operationNotPermitted`. Returns at once in virtual time.
  public nonisolated func startAndWait() throws(EngineError) {
    let answer = AwaitedOutcome()
    if !withEngine({ $0.isRunning }) { environment.callerWaits(in: .start) }
    withEngine { $0.requestStart { answer.set($0) } }
    if !answer.isSet { withEngine { $0.endSlowStart() } }
    guard answer.isSet || !QueueExecutor.isInsideAny else {
      throw EngineError(
        .operationNotPermitted, "waiting for a start would block an engine's queue: use a completion handler")
    }
    if let error = answer.wait() { throw error }
  }

  /// Starts the engine and waits until it is running.
  ///
  /// - Throws: See ``startAndWait()``.
  public nonisolated func start() async throws(EngineError) {
    let error = await withCheckedContinuation { continuation in
      withEngine { $0.requestStart(takes: $0.startWait) { continuation.resume(returning: $0) } }
    }
    if let error { throw error }
  }

  /// Starts the engine asynchronously and reports the result.
  public nonisolated func start(completion: @escaping CompletionHandler) {
    let teardown = teardown
    withEngine { engine in
      engine.requestStart(takes: engine.startWait) { error in
        teardown.deliver(.started, detail: error?.code.name ?? "") { completion(error) }
      }
    }
  }

  /// Maximum time for a start, s.
  package static let startSeconds = 2.0
  /// Longest time that a device may go without accepting frames, s.
  package static let standstillSeconds = 35.0

  // MARK: Carrying out a start

  /// Virtual time that a start takes without blocking its caller, s.
  var startWait: Double { environment.profile.waits?.start ?? 0 }

  func requestStart(takes seconds: Double = 0, _ waiter: @escaping CompletionHandler) {
    let sharesSession = configuration.sharesAudioSession
    let injected = environment.hardware { hardware in
      hardware.intercept(.start)
        ?? (isRunning
          ? nil
          : hardware.startRefusal(playsHapticsOnly: switches.playsHapticsOnly, sharesSession: sharesSession))
    }
    if let refusal = environment.forkRefusal ?? injected {
      lastStartError = refusal
      log(.call(.start, arguments: "", error: refusal.code))
      return waiter(refusal)
    }
    switch lifecycle.start(waiter, makeDeadline: makeStartDeadline) {
    case .isRunning: report(started: [waiter])
    case .waits: return
    case .starts: beginStart(takes: seconds)
    }
  }

  private func makeStartDeadline() -> Deadline {
    guard environment.opensDevices else { return Deadline(TimerToken()) }
    return Deadline(
      environment.time.call(at: environment.engineTime + HapticEngine.startSeconds, on: executor) { [weak self] in
        self?.assumeIsolated { $0.startTookTooLong() }
      })
  }

  private func beginStart(takes seconds: Double = 0) {
    logState()
    outputProblem = nil
    deviceNotes = DeviceNotes()
    if !environment.opensDevices, seconds > 0 {
      slowStart = environment.time.call(at: environment.engineTime + seconds, on: executor) { [weak self] in
        self?.assumeIsolated { $0.beginInVirtualTime() }
      }
    } else if !environment.opensDevices {
      beginInVirtualTime()
    } else if lifecycle.leaving == nil {
      openDevice()
    }
  }

  private func beginInVirtualTime() {
    let session: RenderSession
    do throws(OutputError) {
      session = try makeSession(DeviceRun.virtualFormat(configuration.request), host: nil)
    } catch { return failStart(EngineError(output: error)) }
    let run = DeviceRun(nil, session)
    run.beginInVirtualTime(in: self)
    lifecycle.open(run)
    didStart()
  }

  /// A thread cannot wait for virtual time that it may itself have to advance.
  private func endSlowStart() {
    guard !environment.opensDevices, lifecycle.isWaiting else { return }
    slowStart?.cancel()
    beginInVirtualTime()
  }

  private func startTookTooLong() {
    let seconds = Int(HapticEngine.startSeconds)
    if lifecycle.state == .stopping || lifecycle.isWaiting {
      let error = EngineError(
        .engineStartTimeout, "the previous device did not close within \(seconds) s")
      return lifecycle.state == .stopping ? report(failed: lifecycle.cancelStart(), error) : failStart(error)
    }
    guard let run = lifecycle.attempted else { return }
    run.abandon(in: self)
    failStart(
      EngineError(
        .engineStartTimeout,
        "the device did not open within \(seconds) s; its sound server may be frozen: restart it"))
  }

  // MARK: The device

  func openDevice() {
    let host = OutputHost(
      environment.time.makeDeviceQueue(for: executor), configuration.makeOutput ?? environment.defaults.makeOutput)
    let run = DeviceRun(host)
    lifecycle.open(run)
    run.open(in: self)
  }

  func didOpen(_ result: Result<OutputFormat, OutputError>, _ host: OutputHost) {
    guard let run = lifecycle.attempted, run.host === host else { return }
    do throws(OutputError) {
      try run.begin(makeSession(result.get(), host: host), in: self)
    } catch { refuse(run, error) }
  }

  func didBegin(_ error: OutputError?, _ host: OutputHost) {
    guard let run = lifecycle.attempted, run.host === host else { return }
    if let error { refuse(run, error) } else { didStart() }
  }

  private func refuse(_ run: DeviceRun, _ error: OutputError) {
    lifecycle.refuse(EngineError(output: error))
    run.close(in: self)
  }

  private func makeSession(_ format: OutputFormat, host: OutputHost?) throws(OutputError) -> RenderSession {
    var settings = configuration.settings
    settings.playerCapacity = min(4096, 2 * settings.playerCapacity)
    settings.gainDecibels = gainDecibels
    if environment.profile.isController { settings.continuousLimitSeconds = 1e9 }
    if host == nil {
      settings.synthesises = false
      settings.reportsEvents = true
    }
    let plan = RenderSession.Plan(
      settings: settings, mostActive: configuration.settings.playerCapacity, switches: switches,
      begin: environment.engineTime,
      keepsJournal: host == nil || configuration.keepsJournal, descriptors: configuration.descriptors)
    return try RenderSession(format, plan, host: host, serials: serials, runs: runs)
  }

  // MARK: The end of a start

  private func didStart() {
    let request = lifecycle.didStart()
    updateMutes()
    idle.since = environment.engineTime
    logState()
    if configuration.sharesAudioSession, !switches.playsHapticsOnly { environment.activateSharedSession() }
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

  private func failStart(_ error: EngineError) {
    let request = lifecycle.fail()
    guard let request else { return }
    logState()
    report(failed: request, error)
  }

  func report(failed request: Lifecycle.Request?, _ error: EngineError) {
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

  func resume(_ request: Lifecycle.Request) {
    lifecycle.resume(request)
    beginStart()
  }
}

extension EngineError {
  init(output error: OutputError) {
    switch error.reason {
    case .timeout: self.init(.engineStartTimeout, error.message, output: error)
    case .noDevice, .busy, .notPermitted, .unsupported, .noServer, .failed:
      self.init(.serverInitFailed, error.message, output: error)
    }
  }
}

/// A timer that is cancelled on deallocation.
///
/// - Thread: the engine's executor.
final class Deadline {
  private let token: TimerToken

  init(_ token: TimerToken) { self.token = token }

  deinit { token.cancel() }

  func cancel() { token.cancel() }
}

/// Callers waiting for a start, a stop or the engine's deallocation.
///
/// - Thread: the engine's executor.
final class PendingCompletions {
  typealias Waiter = HapticEngine.CompletionHandler

  private var list: [Waiter]
  private let errorWhenGone: EngineError?

  init(_ list: [Waiter] = [], errorWhenGone: EngineError? = nil) {
    self.list = list
    self.errorWhenGone = errorWhenGone
  }

  deinit { for waiter in list { waiter(errorWhenGone) } }

  func add(_ waiter: @escaping Waiter) { list.append(waiter) }

  func take() -> [Waiter] {
    defer { list = [] }
    return list
  }
}

/// Result of a start or stop that a thread is waiting for.
final class AwaitedOutcome: Sendable {
  private enum State {
    case pending
    case done(EngineError?)
  }

  private let latch = Latch()
  private let state = Mutex(State.pending)

  func set(_ error: EngineError?) {
    state.withLock { $0 = .done(error) }
    latch.raise()
  }

  var isSet: Bool { state.withLock { if case .done = $0 { true } else { false } } }

  /// The engine answers every request before it is deallocated.
  func wait() -> EngineError? {
    while true {
      if case .done(let error) = state.withLock({ $0 }) { return error }
      latch.wait()
    }
  }
}
