/// The engine's life: a value whose states carry what exists only in them, without clocks, threads or calls into a device.
/// A change returns what the engine has to do about it.
///
/// A start that comes while the engine is stopping waits and follows; a stop that comes while it is starting ends that
/// start, which fails.
///
/// - Thread: the engine's executor.
struct Lifecycle {
  /// A start that has been asked for.
  struct Request {
    let waiters = Waiters(
      errorWhenGone: EngineError(.engineNotRunning, "the engine went away while it was starting: keep it"))
    /// Players that begin as soon as the engine runs, which is started on their behalf.
    var players: [PendingStart] = []
    /// When the start is given up, also while it waits for the end of the run before.
    let deadline: Deadline
  }

  /// How far a start has come.
  enum Attempt {
    /// The device of the run before has not closed yet.
    case waiting
    /// The device is being opened.
    case opening(OutputHost)
    /// The device is open and about to render.
    case beginning(RenderSession)
    /// The device cannot be used, and is being closed.
    case refused(EngineError, Closing)
  }

  /// The end of a run, or of an attempt.
  struct Closing {
    /// What has rendered, or was about to; `nil` when the device had not opened.
    let session: RenderSession?
    /// The next look at a device that fades, or the end of patience with it.
    var timer: TimerToken?
  }

  private enum Phase {
    case stopped
    case starting(Request, Attempt)
    case running(RenderSession)
    case stopping(Closing, waiters: Waiters, next: Request?)
  }

  private var phase = Phase.stopped

  /// The state, as the app sees it.
  var state: EngineState {
    switch phase {
    case .stopped: .stopped
    case .starting: .starting
    case .running: .running
    case .stopping: .stopping
    }
  }

  /// What renders, is about to, or fades.
  var session: RenderSession? {
    switch phase {
    case .stopped: nil
    case .starting(_, .beginning(let session)), .running(let session): session
    case .starting(_, .refused(_, let closing)), .stopping(let closing, _, _): closing.session
    case .starting: nil
    }
  }

  /// The device that is being opened, or about to render.
  var attempted: OutputHost? {
    switch phase {
    case .starting(_, .opening(let host)): host
    case .starting(_, .beginning(let session)): session.host
    default: nil
    }
  }

  /// Whether a start waits for the device of the run before.
  var isWaiting: Bool { if case .starting(_, .waiting) = phase { true } else { false } }
}

// MARK: Starting

extension Lifecycle {
  /// What a wish to start comes to.
  enum StartAnswer {
    /// The engine runs already.
    case isRunning
    /// The wish has joined a start that is under way, or that follows a stop.
    case waits
    /// The engine is to start.
    case starts
  }

  /// The app wants to start. `makeDeadline` is asked for a start that none has been asked for before.
  mutating func start(_ waiter: @escaping Waiters.Waiter, makeDeadline: () -> Deadline) -> StartAnswer {
    switch phase {
    case .running: return .isRunning
    case .stopped:
      let request = Request(deadline: makeDeadline())
      request.waiters.add(waiter)
      phase = .starting(request, .waiting)
      return .starts
    case .starting(let request, _): request.waiters.add(waiter)
    case .stopping(let closing, let waiters, let next):
      let next = next ?? Request(deadline: makeDeadline())
      next.waiters.add(waiter)
      phase = .stopping(closing, waiters: waiters, next: next)
    }
    return .waits
  }

  /// A player is to begin with the start that is under way; `false` when there is none.
  mutating func add(_ start: PendingStart) -> Bool {
    editRequest { $0.players.append(start) }
  }

  /// A player no longer waits for the engine to run.
  mutating func forget(_ id: PlayerID) {
    _ = editRequest { request in
      request.players = request.players.map { start in
        PendingStart(players: start.players.filter { $0 != id }, time: start.time, offset: start.offset)
      }
    }
  }

  private mutating func editRequest(_ edit: (inout Request) -> Void) -> Bool {
    switch phase {
    case .starting(var request, let attempt):
      edit(&request)
      phase = .starting(request, attempt)
    case .stopping(let closing, let waiters, var next?):
      edit(&next)
      phase = .stopping(closing, waiters: waiters, next: next)
    case .stopped, .running, .stopping: return false
    }
    return true
  }

  /// The start has come further.
  mutating func attempt(_ attempt: Attempt) {
    guard case .starting(let request, _) = phase else { return }
    phase = .starting(request, attempt)
  }

  /// The device cannot be used: the start fails when that has closed.
  mutating func refuse(_ error: EngineError, _ closing: Closing) {
    guard case .starting(let request, _) = phase else { return }
    request.deadline.cancel()
    phase = .starting(request, .refused(error, closing))
  }

  /// The device renders. Returns who waited for it.
  mutating func run(_ session: RenderSession) -> Request? {
    guard case .starting(let request, _) = phase else { return nil }
    request.deadline.cancel()
    phase = .running(session)
    return request
  }

  /// The start has failed. Returns who waited for it.
  mutating func fail() -> Request? {
    guard case .starting(let request, _) = phase else { return nil }
    request.deadline.cancel()
    phase = .stopped
    return request
  }
}

// MARK: Stopping

extension Lifecycle {
  /// What a stop has interrupted, and what the engine has to close.
  enum StopAnswer {
    /// Nothing: the engine is stopped.
    case isStopped
    /// Nothing: it is stopping.
    case isStopping
    /// A start that had not opened a device yet.
    case waited
    /// A device that has not rendered.
    case opened(OutputHost)
    /// A device that renders, or is about to.
    case rendered(RenderSession)
    /// A device that is being closed because it could not be used.
    case refused
  }

  /// The start that is under way, or that follows a stop, is not wanted any more. Returns who waited for it.
  mutating func cancelStart() -> Request? {
    switch phase {
    case .stopped, .running, .stopping(_, _, nil): return nil
    case .starting(let request, let attempt):
      request.deadline.cancel()
      phase = .starting(Request(deadline: request.deadline), attempt)
      return request
    case .stopping(let closing, let waiters, let next?):
      next.deadline.cancel()
      phase = .stopping(closing, waiters: waiters, next: nil)
      return next
    }
  }

  /// The app, or something outside, wants to stop.
  mutating func stop(_ waiter: Waiters.Waiter? = nil) -> StopAnswer {
    let new = Waiters(waiter.map { [$0] } ?? [])
    switch phase {
    case .stopped:
      _ = new.take()
      return .isStopped
    case .stopping(_, let waiters, _):
      for waiter in new.take() { waiters.add(waiter) }
      return .isStopping
    case .running(let session), .starting(_, .beginning(let session)):
      phase = .stopping(Closing(session: session), waiters: new, next: nil)
      return .rendered(session)
    case .starting(_, .opening(let host)):
      phase = .stopping(Closing(session: nil), waiters: new, next: nil)
      return .opened(host)
    case .starting(_, .waiting):
      phase = .stopping(Closing(session: nil), waiters: new, next: nil)
      return .waited
    case .starting(_, .refused(_, let closing)):
      phase = .stopping(closing, waiters: new, next: nil)
      return .refused
    }
  }

  /// The timer of the run, or of the attempt, that is being closed; the one before is taken back.
  mutating func setClosingTimer(_ timer: TimerToken) {
    switch phase {
    case .stopping(var closing, let waiters, let next):
      closing.timer?.cancel()
      closing.timer = timer
      phase = .stopping(closing, waiters: waiters, next: next)
    case .starting(let request, .refused(let error, var closing)):
      closing.timer?.cancel()
      closing.timer = timer
      phase = .starting(request, .refused(error, closing))
    case .stopped, .starting, .running: timer.cancel()
    }
  }

  /// What follows a device's end.
  enum CloseAnswer {
    /// The engine is stopped; these waited for it, and a start may follow.
    case stopped([Waiters.Waiter], next: Request?)
    /// The start has failed.
    case failed(EngineError)
  }

  /// The device has closed, or has taken too long; `nil` when nobody waited for that.
  mutating func didClose() -> CloseAnswer? {
    switch phase {
    case .stopped, .running, .starting(_, .waiting), .starting(_, .opening), .starting(_, .beginning): return nil
    case .starting(_, .refused(let error, let closing)):
      closing.timer?.cancel()
      return .failed(error)
    case .stopping(let closing, let waiters, let next):
      closing.timer?.cancel()
      phase = .stopped
      return .stopped(waiters.take(), next: next)
    }
  }

  /// A start that has waited for the end of a stop.
  mutating func resume(_ request: Request) {
    if case .stopped = phase { phase = .starting(request, .waiting) }
  }
}
