import ThrumSystem
import Dispatch
import Synchronization

/// Time that stands still until a test moves it.
///
/// Everything that happens in it happens in one order: by time, then by the order in which it was asked for. Engines
/// share one executor; handlers run one at a time on a queue of their own while the driver waits for them.
///
/// - Thread: any.
final class VirtualTime: Timekeeper {
  /// Where time begins, s: not 0, and far from what a pattern's own times look like, so that mixing them up shows.
  static let origin = 10_000.0
  /// Things that may happen at one instant before the guard steps in.
  static let instantLimit = 20_000
  /// Seconds of real time that a handler may take.
  static let patience = 10.0

  /// How time moves the renderer of an engine. On the engines' executor.
  struct Pump: Sendable {
    let engine: Int
    /// The end of the quantum that comes next, or `nil` while nothing can happen in the renderer on its own.
    let nextBoundary: @Sendable () -> Double?
    /// Whether what the renderer does will end on its own.
    let isBusy: @Sendable () -> Bool
    /// Renders the quanta that end up to a time, until one has something to report; returns its end.
    let run: @Sendable (Double) -> Double?
    /// Takes what the renderer has told; called when time has come there.
    let collect: @Sendable () -> Void
  }

  private struct State {
    var now = VirtualTime.origin
    var heap = TimerHeap()
    var pumps: [Pump] = []
    /// Things done at the present instant.
    var doneAtInstant = 0
    /// Seconds that the device call under way has taken so far.
    var spent = 0.0
  }

  private let state = Mutex(State())
  /// All engines' executor.
  let executor = EngineExecutor(label: "thrum.engines")
  private let handlers = DispatchQueue(label: "thrum.handlers")
  private let handlersKey = DispatchSpecificKey<Bool>()
  /// One driver at a time.
  let driver = DispatchQueue(label: "thrum.time")
  /// One awaited move of time at a time, with all that its handlers have started elsewhere.
  private let turns = TaskTurns()
  private let driverKey = DispatchSpecificKey<Bool>()
  private let moves = Atomic<Int>(0)
  private let owner: FollowedWork.Owner
  /// What comes of handlers.
  private let followed: Mutex<FollowedWork>
  /// What tasks of the environment have put on queues themselves, not on behalf of a handler.
  private let started: Mutex<FollowedWork>
  /// Told what went wrong, in a sentence.
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
  }

  /// The call into a device that is under way takes so long, s: its caller hears of it then.
  func spend(_ seconds: Double) { state.withLock { $0.spent += seconds } }

  /// What was spent since the last question, s.
  func takeSpent() -> Double {
    state.withLock { state in
      defer { state.spent = 0 }
      return state.spent
    }
  }

  /// Lets an engine's renderer take part.
  func add(_ pump: Pump) { state.withLock { $0.pumps.append(pump) } }

  /// Ends an engine's part.
  func removePump(of engine: Int) { state.withLock { $0.pumps.removeAll { $0.engine == engine } } }

  /// Whether the caller is a handler, or something else that runs while time is being moved.
  var isInside: Bool {
    DispatchQueue.getSpecific(key: handlersKey) == true || DispatchQueue.getSpecific(key: driverKey) == true
      || executor.isCurrent
  }

  /// Whether a test moves time at the moment.
  var isMoving: Bool { moves.load(ordering: .relaxed) > 0 }

  /// Runs `body`, which moves time.
  func moving<Result>(_ body: () -> Result) -> Result {
    moves.add(1, ordering: .relaxed)
    defer { moves.subtract(1, ordering: .relaxed) }
    return body()
  }

  /// Runs `body`, which moves time, when all that asked before have done so.
  func moving(_ body: () async -> Void) async {
    moves.add(1, ordering: .relaxed)
    defer { moves.subtract(1, ordering: .relaxed) }
    await turns.take(body)
  }

  /// Whether work counts for this environment.
  func owns(_ work: FollowedWork) -> Bool { work.belongs(to: owner) }

  /// What handlers and delays have put on queues and in tasks.
  var followedWork: FollowedWork { followed.withLock { $0 } }

  /// Waits until what handlers and delays have put on queues has run; returns whether it has. What runs for longer than
  /// ``patience`` may go on for ever, and is not waited for any more.
  func letFollowedWorkRun(includesMain: Bool) async -> Bool {
    let work = followedWork
    if await work.finish(includesMain: includesMain, within: VirtualTime.patience) { return true }
    followed.withLock { if $0 === work { $0 = FollowedWork(of: owner) } }
    return false
  }

  /// What tasks of the environment have begun themselves.
  var startedWork: FollowedWork { started.withLock { $0 } }

  /// Waits until what tasks have begun waits itself. What blocks its thread for a second is not waited for any more.
  func letStartedWorkRun(includesMain: Bool) async {
    let work = startedWork
    guard await !work.finish(includesMain: includesMain, within: 1) else { return }
    started.withLock { if $0 === work { $0 = FollowedWork(of: owner) } }
  }

  /// Reads what comes next. What was taken back is released outside the lock: it may hold the last reference to an engine,
  /// which calls back in as it goes.
  private func look<Result: Sendable>(_ body: (borrowing State) -> Result) -> Result {
    let (result, gone) = state.withLock { state in
      let gone = state.heap.removeCancelled()
      return (body(state), gone)
    }
    withExtendedLifetime(gone) {}
    return result
  }

  /// Whether something waits for its time, or a renderer is busy.
  var hasWork: Bool {
    let (isEmpty, pumps) = look { ($0.heap.isEmpty, $0.pumps) }
    return !isEmpty || executor.run { pumps.contains { $0.isBusy() } }
  }

  /// What waits for its time, in words.
  var waiting: String {
    let (count, next, now) = look { ($0.heap.count, $0.heap.first?.time, $0.now) }
    guard let next else { return "nothing waits: the app has to have asked for it before" }
    let things = count == 1 ? "1 thing waits" : "\(count) things wait"
    return "\(things), the first is due in \(TimelineText.number(max(0, next - now))) s: advance(by:) gets there"
  }

  /// Whether something is due now.
  var hasDueWork: Bool {
    look { state in (state.heap.first?.time).map { $0 <= state.now } ?? false }
  }

  /// What a stretch of time ended with.
  enum Outcome {
    case reached
    /// A handler ran; the app may have follow-ups under way.
    case handlerRan
    case gaveUp
  }

  /// Moves towards `target`; with `pausing`, stops after an instant at which a handler ran. On the driver's queue.
  func run(to target: Double, pausing: Bool) -> Outcome {
    var handlerRan = false
    // What the engines' queue does at the moment may ask for more: the last reference to an engine may be released there.
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

  /// Lets the renderers continue; with several busy ones, a quantum at a time, so that none runs ahead of another.
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

  /// Counts what happens at one instant; when there is no end to it, says so.
  private func countOne() -> Bool {
    let count = state.withLock { state in
      state.doneAtInstant += 1
      return state.doneAtInstant
    }
    guard count > VirtualTime.instantLimit else { return true }
    report(
      "time does not get on: more than \(VirtualTime.instantLimit) handlers and timers ran at one instant. "
        + "A handler that starts again what calls it, without any time passing, is the usual cause.")
    state.withLock { $0.doneAtInstant = 0 }
    return false
  }

  /// Runs a handler on the handlers' queue and waits for it, not forever.
  private func runHandler(_ body: @escaping @Sendable () -> Void) -> Bool {
    let done = Latch()
    let work = followedWork
    let handler = OneUse(body)
    handlers.async {
      handler.run { HapticEnvironment.run(work, $0) }
      done.raise()
    }
    if done.wait(seconds: VirtualTime.patience) { return true }
    report(
      "a handler has not returned for \(Int(VirtualTime.patience)) s: it seems to wait for the thread that moves time, "
        + "often by DispatchQueue.main.sync. Move time with `await`, or hand over with DispatchQueue.main.async.")
    return false
  }
}

/// A closure that is let go of when it has run, with all that it holds: a queue keeps its blocks for a while longer.
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
