/// The engine's life: a value whose states carry what exists only in them, without clocks, threads or calls into a device.
/// A change returns what the engine has to do about it; one that cannot be throws ``Impossible``.
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
  private enum Attempt {
    /// Nothing is open yet; `nil` as soon as no device of an earlier run has to close first.
    case waiting(for: DeviceRun?)
    /// The device opens, or is about to render.
    case opening(DeviceRun)
    /// The device cannot be used, and closes.
    case refused(EngineError, DeviceRun)
  }

  /// What a stop has ended.
  private enum Stopped {
    case run(DeviceRun)
    /// A start that had opened nothing yet.
    case attempt(late: DeviceRun?)
  }

  private enum Phase {
    /// `late` is a device that was given up, until it has closed.
    case stopped(late: DeviceRun?)
    case starting(Request, Attempt)
    case running(DeviceRun)
    case stopping(Stopped, waiters: Waiters, next: Request?)
  }

  private var phase = Phase.stopped(late: nil)

  /// A change that the state does not allow: a bug of the engine.
  struct Impossible: Error, CustomStringConvertible {
    let change: String
    let state: EngineState
    var description: String { "an engine cannot \(change) while it is \(state.rawValue): this is a bug in Thrum" }
  }

  /// The state, as the app sees it.
  var state: EngineState {
    switch phase {
    case .stopped: .stopped
    case .starting: .starting
    case .running: .running
    case .stopping: .stopping
    }
  }

  /// The engine's run, from its opening to its end.
  var run: DeviceRun? {
    switch phase {
    case .stopped, .starting(_, .waiting), .stopping(.attempt, _, _): nil
    case .starting(_, .opening(let run)), .starting(_, .refused(_, let run)), .running(let run): run
    case .stopping(.run(let run), _, _): run
    }
  }

  /// The run that the start under way tries.
  var attempted: DeviceRun? { if case .starting(_, .opening(let run)) = phase { run } else { nil } }

  /// The run whose device is being closed, also when nobody waits for that any more.
  var leaving: DeviceRun? {
    switch phase {
    case .stopped(let late), .starting(_, .waiting(let late)), .stopping(.attempt(let late), _, _): late
    case .starting(_, .refused(_, let run)), .stopping(.run(let run), _, _): run
    case .starting(_, .opening), .running: nil
    }
  }

  /// Whether a start has opened nothing yet.
  var isWaiting: Bool { if case .starting(_, .waiting) = phase { true } else { false } }

  private func impossible(_ change: String) -> Impossible { Impossible(change: change, state: state) }
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
    case .stopped(let late):
      let request = Request(deadline: makeDeadline())
      request.waiters.add(waiter)
      phase = .starting(request, .waiting(for: late))
      return .starts
    case .starting(let request, _): request.waiters.add(waiter)
    case .stopping(let stopped, let waiters, let next):
      let next = next ?? Request(deadline: makeDeadline())
      next.waiters.add(waiter)
      phase = .stopping(stopped, waiters: waiters, next: next)
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
    case .stopping(let stopped, let waiters, var next?):
      edit(&next)
      phase = .stopping(stopped, waiters: waiters, next: next)
    case .stopped, .running, .stopping: return false
    }
    return true
  }

  /// The start opens a device.
  mutating func open(_ run: DeviceRun) throws(Impossible) {
    guard case .starting(let request, .waiting(for: nil)) = phase else { throw impossible("open a device") }
    phase = .starting(request, .opening(run))
  }

  /// The device cannot be used: the start fails when that has closed.
  mutating func refuse(_ error: EngineError) throws(Impossible) {
    guard case .starting(let request, .opening(let run)) = phase else { throw impossible("refuse a device") }
    request.deadline.cancel()
    phase = .starting(request, .refused(error, run))
  }

  /// The device renders. Returns who waited for it.
  mutating func didStart() throws(Impossible) -> Request {
    guard case .starting(let request, .opening(let run)) = phase else { throw impossible("begin to run") }
    request.deadline.cancel()
    phase = .running(run)
    return request
  }

  /// The start is given up; a device that it has opened closes. Returns who waited for it.
  mutating func fail() throws(Impossible) -> Request {
    guard case .starting(let request, let attempt) = phase else { throw impossible("fail to start") }
    request.deadline.cancel()
    switch attempt {
    case .waiting(let late): phase = .stopped(late: late)
    case .opening(let run), .refused(_, let run): phase = .stopped(late: run.host == nil ? nil : run)
    }
    return request
  }
}

// MARK: Stopping

extension Lifecycle {
  /// What a stop has interrupted, and what the engine has to end.
  enum StopAnswer {
    /// Nothing: the engine is stopped.
    case isStopped
    /// Nothing: it is stopping.
    case isStopping
    /// A start that had opened nothing yet.
    case attempt
    /// A device that opens or renders.
    case run(DeviceRun)
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
    case .stopping(let stopped, let waiters, let next?):
      next.deadline.cancel()
      phase = .stopping(stopped, waiters: waiters, next: nil)
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
    case .running(let run), .starting(_, .opening(let run)):
      phase = .stopping(.run(run), waiters: new, next: nil)
      return .run(run)
    case .starting(_, .waiting(let late)):
      phase = .stopping(.attempt(late: late), waiters: new, next: nil)
      return .attempt
    case .starting(_, .refused(_, let run)):
      phase = .stopping(.run(run), waiters: new, next: nil)
      return .refused
    }
  }

  /// What follows a device's end.
  enum CloseAnswer {
    /// Nothing: nobody waited for it.
    case none
    /// The start that has waited for it opens its own.
    case opens
    /// The start has failed.
    case failed(EngineError, Request)
    /// The engine is stopped; these waited for it, and a start may follow.
    case stopped([Waiters.Waiter], next: Request?)
  }

  /// What is ``leaving`` has closed or, without `hasEnded`, is not waited for any more.
  mutating func didClose(hasEnded: Bool) throws(Impossible) -> CloseAnswer {
    leaving?.forgetTimers()
    switch phase {
    case .running, .starting(_, .opening): throw impossible("close its device")
    case .stopped(let late):
      phase = .stopped(late: hasEnded ? nil : late)
      return .none
    case .starting(let request, .waiting(let late)):
      phase = .starting(request, .waiting(for: hasEnded ? nil : late))
      return hasEnded ? .opens : .none
    case .starting(let request, .refused(let error, let run)):
      request.deadline.cancel()
      phase = .stopped(late: hasEnded ? nil : run)
      return .failed(error, request)
    case .stopping(.run(let run), let waiters, let next):
      phase = .stopped(late: hasEnded ? nil : run)
      return .stopped(waiters.take(), next: next)
    case .stopping(.attempt(let late), let waiters, let next):
      phase = .stopped(late: hasEnded ? nil : late)
      return .stopped(waiters.take(), next: next)
    }
  }

  /// A start that has waited for the end of a stop.
  mutating func resume(_ request: Request) throws(Impossible) {
    guard case .stopped(let late) = phase else { throw impossible("start again") }
    phase = .starting(request, .waiting(for: late))
  }
}
