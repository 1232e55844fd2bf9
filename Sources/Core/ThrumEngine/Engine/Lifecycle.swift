// How an engine starts and stops.
//
// `Lifecycle` is a value that knows only what comes next. Its phase carries all that belongs to it: the request with
// its waiters and deadline, the device run that is opening, running or closing, and the start that waits for a stop to
// end. Each change replaces the phase and returns the next step; `HapticEngine+Starting` and `+Stopping` carry it out,
// then call the next change when the device has answered or a deadline has passed.
//
//     stopped ──start──→ starting ──didStart──→ running ──stop──→ stopping ──didClose──→ stopped
//                           └──fail──→ stopped                      └─ a start waits here, then begins
//
// An engine may give up on a device that does not answer. That run stays in the phase as `late` until its device has
// closed, and the next start waits for it, so two runs never use a device at once.
//
// Callers: only the engine, on its executor. Nothing here waits, calls a handler or reads a clock.
//
// What must never happen: a waiter that is dropped without an answer; a change that is ignored because the phase does
// not fit. Such a change leaves the phase as it was, and an `Impossible` that the environment records.
//
// Proof: `ImpossibleTransitionTests`, `LifecycleTests`, `DeviceDeadlineTests`; `ModelTests` compares random sequences
// of calls with a model. Decisions 0018, 0019, 0045.

/// The engine's state machine, without clocks, threads or device calls.
///
/// Each change returns the next step. An ``Impossible`` one changes nothing and is kept for the engine to report.
/// A start during a stop waits until the stop has ended. A stop during a start makes the start fail.
struct Lifecycle {
  struct Request {
    let waiters = PendingCompletions(
      errorWhenGone: EngineError(.engineNotRunning, "the engine was deallocated while starting: keep a reference to it")
    )
    var players: [PendingStart] = []
    /// Deadline of the start, which includes ending the previous run.
    let deadline: Deadline
  }

  private enum Attempt {
    /// Nothing is open yet. An earlier run's device, if any, must close first.
    case waiting(for: DeviceRun?)
    case opening(DeviceRun)
    case refused(EngineError, DeviceRun)
  }

  private enum Stopped {
    case run(DeviceRun)
    /// A start without an open device.
    case attempt(late: DeviceRun?)
  }

  private enum Phase {
    /// `late` is an abandoned device that has not closed yet.
    case stopped(late: DeviceRun?)
    case starting(Request, Attempt)
    case running(DeviceRun)
    case stopping(Stopped, waiters: PendingCompletions, next: Request?)
  }

  private var phase = Phase.stopped(late: nil)

  /// A change that the phase does not allow: always a mistake of the engine.
  struct Impossible: CustomStringConvertible {
    let change: String
    let state: EngineState
    var description: String { "an engine cannot \(change) while it is \(state.rawValue): this is a bug in Thrum" }
  }

  var state: EngineState {
    switch phase {
    case .stopped: .stopped
    case .starting: .starting
    case .running: .running
    case .stopping: .stopping
    }
  }

  var run: DeviceRun? {
    switch phase {
    case .stopped, .starting(_, .waiting), .stopping(.attempt, _, _): nil
    case .starting(_, .opening(let run)), .starting(_, .refused(_, let run)), .running(let run): run
    case .stopping(.run(let run), _, _): run
    }
  }

  var attempted: DeviceRun? { if case .starting(_, .opening(let run)) = phase { run } else { nil } }

  /// The run whose device is closing, even if nobody is waiting for it.
  var leaving: DeviceRun? {
    switch phase {
    case .stopped(let late), .starting(_, .waiting(let late)), .stopping(.attempt(let late), _, _): late
    case .starting(_, .refused(_, let run)), .stopping(.run(let run), _, _): run
    case .starting(_, .opening), .running: nil
    }
  }

  /// Whether the engine will run unless the start fails.
  var awaitsStart: Bool {
    switch phase {
    case .starting, .stopping(_, _, .some): true
    case .stopped, .running, .stopping(_, _, nil): false
    }
  }

  var isWaiting: Bool { if case .starting(_, .waiting) = phase { true } else { false } }

  private var refused: Impossible?

  private mutating func refuse(to change: String) { refused = Impossible(change: change, state: state) }

  /// Returns the last impossible change, once.
  mutating func takeImpossible() -> Impossible? { refused.take() }
}

// MARK: Starting

extension Lifecycle {
  enum StartAnswer {
    case isRunning
    case waits
    case starts
  }

  /// Calls `makeDeadline` only for a new start.
  mutating func start(_ waiter: @escaping PendingCompletions.Waiter, makeDeadline: () -> Deadline) -> StartAnswer {
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

  mutating func add(_ start: PendingStart) -> Bool {
    editRequest { $0.players.append(start) }
  }

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

  mutating func open(_ run: DeviceRun) {
    guard case .starting(let request, .waiting(for: nil)) = phase else { return refuse(to: "open a device") }
    phase = .starting(request, .opening(run))
  }

  /// The start fails once the open device has closed.
  mutating func refuse(_ error: EngineError) {
    guard case .starting(let request, .opening(let run)) = phase else { return refuse(to: "refuse a device") }
    request.deadline.cancel()
    phase = .starting(request, .refused(error, run))
  }

  mutating func didStart() -> Request? {
    guard case .starting(let request, .opening(let run)) = phase else {
      refuse(to: "start running")
      return nil
    }
    request.deadline.cancel()
    phase = .running(run)
    return request
  }

  mutating func fail() -> Request? {
    guard case .starting(let request, let attempt) = phase else {
      refuse(to: "fail to start")
      return nil
    }
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
  enum StopAnswer {
    case isStopped
    case isStopping
    case attempt
    case run(DeviceRun)
    case refused
  }

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

  mutating func stop(_ waiter: PendingCompletions.Waiter? = nil) -> StopAnswer {
    let new = PendingCompletions(waiter.map { [$0] } ?? [])
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

  enum CloseAnswer {
    case none
    /// A waiting start opens its device next.
    case opens
    case failed(EngineError, Request)
    case stopped([PendingCompletions.Waiter], next: Request?)
  }

  /// Records that the ``leaving`` device has closed or, if `hasEnded` is false, is overdue.
  mutating func didClose(hasEnded: Bool) -> CloseAnswer {
    leaving?.forgetTimers()
    switch phase {
    case .running, .starting(_, .opening):
      refuse(to: "close its device")
      return .none
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

  mutating func resume(_ request: Request) {
    guard case .stopped(let late) = phase else { return refuse(to: "start again") }
    phase = .starting(request, .waiting(for: late))
  }
}
