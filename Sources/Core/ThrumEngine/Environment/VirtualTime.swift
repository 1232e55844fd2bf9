import Dispatch
import Synchronization
import ThrumSystem

/// Time that advances only when a test advances it.
///
/// Work is ordered by time, then by order of request. Engines share one executor. Handlers run one at a time on
/// another queue while the driver waits.
final class VirtualTime: Timekeeper {
  /// Initial time in seconds: large, to expose confusion with a pattern's time.
  static let origin = 10_000.0
  /// An endless loop is reported beyond this number of actions at one instant.
  static let instantLimit = 20_000
  /// Maximum real time that a handler may take, s.
  static let patience = 10.0

  /// An engine's renderer, driven on the engines' executor.
  struct Pump: Sendable {
    let engine: Int
    /// End of the next quantum; `nil` while the renderer cannot change anything by itself.
    let nextBoundary: @Sendable () -> Double?
    /// Whether the renderer has work that ends by itself.
    let isBusy: @Sendable () -> Bool
    /// Renders quanta up to a time, but stops after the first quantum with notices and returns its end.
    let run: @Sendable (Double) -> Double?
    /// Handles the renderer's notices once time has reached them.
    let collect: @Sendable () -> Void
  }

  private struct State {
    var now = VirtualTime.origin
    var heap = TimerHeap()
    var pumps: [Pump] = []
    var doneAtInstant = 0
    var spent = 0.0
  }

  private let state = Mutex(State())
  let executor = EngineExecutor(label: "thrum.engines")
  private let handlers = DispatchQueue(label: "thrum.handlers")
  private let handlersKey = DispatchSpecificKey<Bool>()
  let driver = DispatchQueue(label: "thrum.time")
  /// Serialises awaited advances with the work that their handlers start.
  private let turns = TaskTurns()
  private let driverKey = DispatchSpecificKey<Bool>()
  private let moves = Atomic<Int>(0)
  let isGraceCounting = Atomic<Bool>(false)
  let isOver = Atomic<Bool>(false)
  private let owner: FollowedWork.Owner
  private let followed: Mutex<FollowedWork>
  /// Work that tasks put on queues directly.
  private let started: Mutex<FollowedWork>
  private let report: @Sendable (String) -> Void

  init(report: @escaping @Sendable (String) -> Void) {
    self.report = report
    owner = FollowedWork.Owner()
    followed = Mutex(FollowedWork(of: owner))
    started = Mutex(FollowedWork(of: owner))
    handlers.setSpecific(key: handlersKey, value: true)
    driver.setSpecific(key: driverKey, value: true)
  }

  var now: Double { state.withLock { $0.now } }
  func makeExecutor() -> EngineExecutor { executor }
  func makeDeviceQueue(for executor: EngineExecutor) -> any DeviceQueue { VirtualDeviceQueue(self) }
  func makeHandlerQueue() -> DispatchQueue { handlers }

  func call(at time: Double, on executor: EngineExecutor, _ body: @escaping @Sendable () -> Void) -> TimerToken {
    let token = TimerToken()
    state.withLock { $0.heap.insert(.engine, at: max(time, $0.now), token, body) }
    return token
  }

  func deliver(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.heap.insert(.handler, at: $0.now, TimerToken(), body) }
    callEvenIfBlocked()
  }

  func spend(_ seconds: Double) { state.withLock { $0.spent += seconds } }

  func takeSpent() -> Double {
    state.withLock { state in
      defer { state.spent = 0 }
      return state.spent
    }
  }

  func add(_ pump: Pump) { state.withLock { $0.pumps.append(pump) } }

  func removePump(of engine: Int) { state.withLock { $0.pumps.removeAll { $0.engine == engine } } }

  /// Whether the caller runs while time advances, for example in a handler.
  var isInside: Bool {
    DispatchQueue.getSpecific(key: handlersKey) == true || DispatchQueue.getSpecific(key: driverKey) == true
      || executor.isCurrent
  }

  var isMoving: Bool { moves.load(ordering: .relaxed) > 0 }

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

  func owns(_ work: FollowedWork) -> Bool { work.belongs(to: owner) }

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

  var hasWork: Bool {
    let (isEmpty, pumps) = look { ($0.heap.isEmpty, $0.pumps) }
    return !isEmpty || executor.run { pumps.contains { $0.isBusy() } }
  }

  var waiting: String {
    let (count, next, now) = look { ($0.heap.count, $0.heap.first?.time, $0.now) }
    guard let next else { return "nothing is pending: the app must schedule its work before this call" }
    let things = count == 1 ? "1 item is pending" : "\(count) items are pending"
    // The first item may be a task that sleeps forever.
    guard next - now < 86_400 else {
      return "\(things), but not due within a day: the app must schedule its work before this call"
    }
    let due = count == 1 ? "due" : "the first"
    return "\(things), \(due) in \(TimelineText.number(max(0, next - now))) s: use advance(by:)"
  }

  var hasDueWork: Bool {
    look { state in (state.heap.first?.time).map { $0 <= state.now } ?? false }
  }

  var hasDueHandler: Bool { look { $0.heap.hasHandler(until: $0.now) } }

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
      if limit > now, let told = pump(until: limit) {
        move(to: told)
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
      var told: Double?
      for pump in pumps {
        if let time = pump.run(min(step, told ?? step)) { told = min(told ?? time, time) }
      }
      return told ?? (step < limit ? step : nil)
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
    let handler = OneUse(body)
    if DispatchThreads.areLost {
      handlers.sync { handler.run { HapticEnvironment.run(work, $0) } }
      return true
    }
    DispatchThreads.willBeUsed()
    handlers.async {
      handler.run { HapticEnvironment.run(work, $0) }
      done.raise()
    }
    if done.wait(seconds: VirtualTime.patience) { return true }
    report(
      "a handler has been running for \(Int(VirtualTime.patience)) s: it seems to be waiting for the thread that advances time, "
        + "often in DispatchQueue.main.sync. Advance time with `await`, or use DispatchQueue.main.async.")
    return false
  }
}

/// Releases its closure after the run, since queues keep their blocks longer.
private final class OneUse: Sendable {
  private struct Held: Sendable {
    let body: @Sendable () -> Void
  }
  private let held: Mutex<Held?>

  init(_ body: @escaping @Sendable () -> Void) { held = Mutex(Held(body: body)) }

  func run(_ run: (@Sendable () -> Void) -> Void) {
    guard let taken = held.withLock({ $0.take() }) else { return }
    run(taken.body)
  }
}
