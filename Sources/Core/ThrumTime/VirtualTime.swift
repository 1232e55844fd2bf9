import Dispatch
import Synchronization
import ThrumSystem

/// Time that advances only when a test advances it, and that knows when everybody waits.
///
/// A test of an app with real delays either sleeps, and is slow and fails on a busy machine, or guesses how long the
/// app's work takes. Here nothing is guessed. Whatever would wait for a clock is an item in one heap, ordered by time
/// and then by order of request: deadlines of engines, calls of handlers, sleeps and delays of the app. A renderer
/// without a device is a *pump*: it is asked when it will next have something to tell, and renders up to there.
/// Advancing means taking the first item or the first end of a quantum, moving the time to it, running it, and
/// beginning again until the target is reached (``VirtualTime/run(to:pausing:)``, on the driver's queue). So the order
/// of timers, handlers and samples is the same on each run, and years pass in seconds.
///
/// A handler may start tasks and put blocks on queues, and time must not move on before their work is done. Three
/// things tell. Each handler runs under a counter, ``FollowedWork``, which the replaced functions of Dispatch raise for
/// each block that the handler or its blocks put on a queue and lower when it has run. Blocks that a test's task puts
/// on queues have another counter. And each executor and queue is visited once (``OtherThreads``), so that what was
/// ready there has run. After two rounds in which nothing was logged and nothing became due, everybody waits:
/// *settled*.
///
/// The real clock has two uses, both counted in steps so that a stopped process loses one step, not the test
/// (``RealCountdown``): a handler that runs for ``patience`` is reported, since it waits for the thread that advances
/// time; and a thread that blocks until a handler is called is served after ``grace`` (VirtualTime+Blocking).
///
/// Engines share one executor. Handlers run one at a time on another queue while the driver waits.
package final class VirtualTime: Timekeeper {
  /// Initial time in seconds: large, to expose confusion with a pattern's time.
  package static let origin = 10_000.0
  /// An endless loop is reported beyond this number of actions at one instant.
  static let instantLimit = 20_000
  /// Maximum real time that a handler may take, s.
  package static let patience = 10.0

  /// An engine's renderer, driven on the engines' executor.
  package struct Pump: Sendable {
    let engine: Int
    /// End of the next quantum; `nil` while the renderer cannot change anything by itself.
    let nextBoundary: @Sendable () -> Double?
    /// Whether the renderer has work that ends by itself.
    let isBusy: @Sendable () -> Bool
    /// Renders quanta up to a time, but stops after the first quantum with notices and returns its end.
    let run: @Sendable (Double) -> Double?
    /// Handles the renderer's notices once time has reached them.
    let collect: @Sendable () -> Void

    package init(
      engine: Int, nextBoundary: @escaping @Sendable () -> Double?, isBusy: @escaping @Sendable () -> Bool,
      run: @escaping @Sendable (Double) -> Double?, collect: @escaping @Sendable () -> Void
    ) {
      self.engine = engine
      self.nextBoundary = nextBoundary
      self.isBusy = isBusy
      self.run = run
      self.collect = collect
    }
  }

  private struct State {
    var now = VirtualTime.origin
    var heap = TimerHeap()
    var pumps: [Pump] = []
    var doneAtInstant = 0
    var spent = 0.0
  }

  private let state = Mutex(State())
  package let executor = QueueExecutor(label: "thrum.engines")
  private let handlers = DispatchQueue(label: "thrum.handlers")
  private let handlersKey = DispatchSpecificKey<Bool>()
  let driver = DispatchQueue(label: "thrum.time")
  /// Serialises awaited advances with the work that their handlers start.
  let turns = TaskTurns()
  private let driverKey = DispatchSpecificKey<Bool>()
  private let moves = Atomic<Int>(0)
  let isGraceCounting = Atomic<Bool>(false)
  private let over = Atomic<Bool>(false)
  private let owner: FollowedWork.Owner
  private let followed: Mutex<FollowedWork>
  /// Work that tasks put on queues directly.
  private let started: Mutex<FollowedWork>
  let report: @Sendable (String) -> Void
  /// Changes whenever anything is logged.
  let activity: @Sendable () -> UInt64

  package init(report: @escaping @Sendable (String) -> Void, activity: @escaping @Sendable () -> UInt64) {
    self.report = report
    self.activity = activity
    owner = FollowedWork.Owner()
    followed = Mutex(FollowedWork(of: owner))
    started = Mutex(FollowedWork(of: owner))
    handlers.setSpecific(key: handlersKey, value: true)
    driver.setSpecific(key: driverKey, value: true)
  }

  package var now: Double { state.withLock { $0.now } }
  package func makeExecutor() -> QueueExecutor { executor }
  package func makeDeviceQueue(for executor: QueueExecutor) -> any DeviceQueue { VirtualDeviceQueue(self) }
  package func makeHandlerQueue() -> DispatchQueue { handlers }

  package func call(at time: Double, on executor: QueueExecutor, _ body: @escaping @Sendable () -> Void) -> TimerToken {
    let token = TimerToken()
    state.withLock { $0.heap.insert(.engine, at: max(time, $0.now), token, body) }
    return token
  }

  package func deliver(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.heap.insert(.handler, at: $0.now, TimerToken(), body) }
    callEvenIfBlocked()
  }

  package func spend(_ seconds: Double) { state.withLock { $0.spent += seconds } }

  func takeSpent() -> Double {
    state.withLock { state in
      defer { state.spent = 0 }
      return state.spent
    }
  }

  package func add(_ pump: Pump) { state.withLock { $0.pumps.append(pump) } }

  package func removePump(of engine: Int) { state.withLock { $0.pumps.removeAll { $0.engine == engine } } }

  /// Whether the caller runs while time advances, for example in a handler.
  package var isInside: Bool {
    DispatchQueue.getSpecific(key: handlersKey) == true || DispatchQueue.getSpecific(key: driverKey) == true
      || executor.isCurrent
  }

  package var isMoving: Bool { moves.load(ordering: .relaxed) > 0 }

  func moving<Result>(_ body: () -> Result) -> Result {
    moves.add(1, ordering: .relaxed)
    defer { moves.subtract(1, ordering: .relaxed) }
    return body()
  }

  func movingInTurn(_ body: () async -> Void) async {
    moves.add(1, ordering: .relaxed)
    defer { moves.subtract(1, ordering: .relaxed) }
    await turns.take(body)
  }

  /// Whether the test is over: from then on, handlers run only when time is advanced.
  package var isOver: Bool { over.load(ordering: .relaxed) }

  package func setOver(_ isOver: Bool) { over.store(isOver, ordering: .relaxed) }

  /// Returns the counter for work that a task puts on a queue: `step` if it belongs to this time.
  package func workOfTask(within step: FollowedWork?) -> FollowedWork {
    step.flatMap { $0.belongs(to: owner) ? $0 : nil } ?? startedWork
  }

  var followedWork: FollowedWork { followed.withLock { $0 } }

  /// Waits up to ``patience`` for work from handlers and delays. Returns whether it has run.
  func letFollowedWorkRun(includesMain: Bool) async -> Bool {
    let work = followedWork
    if await work.finish(includesMain: includesMain, within: VirtualTime.patience) { return true }
    followed.withLock { if $0 === work { $0 = FollowedWork(of: owner) } }
    return false
  }

  var startedWork: FollowedWork { started.withLock { $0 } }

  /// Waits until the tasks' work has run, or has blocked its thread for a second.
  func letStartedWorkRun(includesMain: Bool) async {
    let work = startedWork
    guard await !work.finish(includesMain: includesMain, within: 1) else { return }
    started.withLock { if $0 === work { $0 = FollowedWork(of: owner) } }
  }

  /// Releases cancelled items outside the lock, since they may hold an engine.
  private func look<Result: Sendable>(_ body: (borrowing State) -> Result) -> Result {
    let (result, gone) = state.withLock { state in
      let gone = state.heap.removeCancelled()
      return (body(state), gone)
    }
    withExtendedLifetime(gone) {}
    return result
  }

  package var hasWork: Bool {
    let (isEmpty, pumps) = look { ($0.heap.isEmpty, $0.pumps) }
    return !isEmpty || executor.run { pumps.contains { $0.isBusy() } }
  }

  /// The pending items, and the seconds until the first.
  package var pending: (count: Int, seconds: Double?) {
    look { state in (state.heap.count, (state.heap.first?.time).map { max(0, $0 - state.now) }) }
  }

  var hasDueWork: Bool {
    look { state in (state.heap.first?.time).map { $0 <= state.now } ?? false }
  }

  var hasDueHandler: Bool { look { $0.heap.hasHandler(until: $0.now) } }

  // MARK: Running

  enum Outcome {
    case reached
    case handlerRan
    case gaveUp
  }

  /// Advances towards `target` on the driver's queue. If `pausing`, stops after an instant at which a handler ran.
  func run(to target: Double, pausing: Bool) -> Outcome {
    var handlerRan = false
    // Pending work on the engines' queue may add items to the heap.
    executor.run {}
    while true {
      let (now, due) = look { ($0.now, $0.heap.first?.time ?? .infinity) }
      if due > now, handlerRan, pausing { return .handlerRan }
      let limit = min(due, target)
      if limit > now, let noticed = pump(until: limit) {
        move(to: noticed)
        collect()
        continue
      }
      guard due <= target else {
        move(to: target)
        return .reached
      }
      move(to: due)
      guard let item = state.withLock({ $0.heap.removeFirst() }) else { continue }
      guard countOne() else { return .gaveUp }
      switch item.lane {
      case .engine: executor.run { item.body() }
      case .handler:
        handlerRan = true
        guard runHandler(item.body) else { return .gaveUp }
      }
    }
  }

  private func move(to time: Double) {
    state.withLock { state in
      guard time > state.now else { return }
      state.now = time
      state.doneAtInstant = 0
    }
  }

  /// Busy renderers take turns, one quantum at a time.
  private func pump(until limit: Double) -> Double? {
    let pumps = state.withLock { $0.pumps }
    guard !pumps.isEmpty else { return nil }
    return executor.run { () -> Double? in
      guard pumps.count > 1 else { return pumps[0].run(limit) }
      let busy = pumps.compactMap { $0.nextBoundary() }
      let step = busy.count > 1 ? min(limit, busy.min() ?? limit) : limit
      var noticed: Double?
      for pump in pumps {
        if let time = pump.run(min(step, noticed ?? step)) { noticed = min(noticed ?? time, time) }
      }
      return noticed ?? (step < limit ? step : nil)
    }
  }

  private func collect() {
    let pumps = state.withLock { $0.pumps }
    executor.run { for pump in pumps { pump.collect() } }
  }

  private func countOne() -> Bool {
    let count = state.withLock { state in
      state.doneAtInstant += 1
      return state.doneAtInstant
    }
    guard count > VirtualTime.instantLimit else { return true }
    report(
      "time does not advance: more than \(VirtualTime.instantLimit) handlers and timers ran at the same instant. "
        + "The usual cause is a handler that, without letting time pass, restarts whatever calls it.")
    state.withLock { $0.doneAtInstant = 0 }
    return false
  }

  private func runHandler(_ body: @escaping @Sendable () -> Void) -> Bool {
    let done = Latch()
    let work = followedWork
    // Queues keep their blocks longer than the run.
    let handler = PendingCall(body)
    if DispatchThreads.areLost {
      handlers.sync { FollowedWork.run(work) { handler.fire() } }
      return true
    }
    DispatchThreads.willBeUsed()
    handlers.async {
      FollowedWork.run(work) { handler.fire() }
      done.raise()
    }
    if done.wait(seconds: VirtualTime.patience) { return true }
    report(
      "a handler has been running for \(Int(VirtualTime.patience)) s: it seems to be waiting for the thread that advances time, "
        + "often in DispatchQueue.main.sync. Advance time with `await`, or use DispatchQueue.main.async.")
    return false
  }
}
