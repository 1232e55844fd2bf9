import Glibc
import Synchronization
import ThrumTime

// In real time or within a handler, these functions only report a problem.
//
// Calls from multiple threads or tasks take turns and add up. A call without `await` runs between two steps of an
// awaited call, and its time counts for both.
extension HapticEnvironment {
  /// Advances time by `seconds`, with the same order of timers, handlers and samples on every run.
  public func advance(by seconds: Double) {
    guard let time = movableTime("advance") else { return }
    let seconds = checked(seconds)
    time.advance { origin + (now + seconds) }
  }

  /// Advances time to `seconds` after the environment was created. A past time means now.
  public func advance(to seconds: Double) {
    guard let time = movableTime("advance") else { return }
    time.advance { max(origin + checked(seconds), time.now) }
  }

  /// Advances time by `seconds`. After each instant at which a handler ran, waits for the handler's work.
  public func advance(by seconds: Double) async {
    guard let time = movableTime("advance") else { return }
    let seconds = checked(seconds)
    await time.advanceAndSettle { origin + (now + seconds) }
  }

  /// Advances time to `seconds` after the environment was created. Waits for the work of handlers, as `advance(by:)`
  /// does.
  public func advance(to seconds: Double) async {
    guard let time = movableTime("advance") else { return }
    let target = origin + checked(seconds)
    await time.advanceAndSettle { max(target, time.now) }
  }

  /// Advances time until nothing is pending, by at most `limit` seconds.
  ///
  /// Looping and paused players, and engines without auto-shutdown, do not count as pending, since they never end by
  /// themselves.
  public func runUntilIdle(limit: Double = 3600) async {
    guard let time = movableTime("runUntilIdle") else { return }
    let limit = checked(limit)
    if await !time.runUntilIdle(limit: limit) { reportGivingUp(after: limit) }
  }

  /// Advances time until nothing is pending, by at most `limit` seconds.
  public func runUntilIdle(limit: Double = 3600) {
    guard let time = movableTime("runUntilIdle") else { return }
    let limit = checked(limit)
    if !time.runUntilIdle(limit: limit) { reportGivingUp(after: limit) }
  }

  private func reportGivingUp(after limit: Double) {
    let last = timeline.entries.suffix(3).map(\.description).joined(separator: "; ")
    report(
      "runUntilIdle gave up after \(limit) s of virtual time: a looping player, or a timer that restarts itself? "
        + "Last entry: \(last)")
  }

  /// Delivers due calls without advancing time, and waits for all work that handlers start on any queue or actor.
  public func settle() async {
    guard let time = movableTime("settle") else { return }
    await time.settle()
  }

  /// Waits in real time for work outside virtual time, such as a `Timer`'s or another process's, then delivers due
  /// calls.
  ///
  /// If nothing happens within `seconds`, reports the pending virtual work. Tests should not depend on the limit.
  public func settle(upTo seconds: Double) async {
    guard let time = movableTime("settle") else { return }
    guard await !time.settle(upTo: checked(seconds)) else { return }
    report("nothing happened in \(TimelineText.number(seconds)) s of real time. In virtual time, \(waiting(in: time))")
  }

  /// Ends a test: from now on, handlers run only when time is advanced.
  package func stopCalling() {
    virtualTime?.setOver(true)
    endSystemEngine()
  }

  /// Ends a test, and waits for a running handler and its work, which could otherwise reach the next test.
  package func endTest() async {
    stopCalling()
    await virtualTime?.end()
  }

  /// Whether the test is over.
  package var isOver: Bool { virtualTime?.isOver ?? false }

  /// Observes a thread that is about to block. Returns `nil` in real time, or if virtual time is waiting for the
  /// thread.
  package func threadBlocks(in call: String) -> BlockedThread? {
    guard let virtualTime else { return nil }
    return virtualTime.threadBlocks { [weak self] in
      guard let self else { return }
      report(
        "\(call) has blocked its thread for \(Int(VirtualTime.waitLimit)) s (real time) and may be waiting for "
          + "virtual time to advance: \(waiting(in: virtualTime)). Virtual time now runs until the wait ends; let the "
          + "test advance it instead.")
    }
  }

  /// Returns the current task's counter of work: `step` if it belongs to the task's environment, otherwise that
  /// environment's.
  package static func workOfTask(within step: FollowedWork?) -> FollowedWork? {
    guard let time = scoped?.virtualTime else { return step }
    return time.workOfTask(within: step)
  }

  private func waiting(in time: VirtualTime) -> String {
    let (count, seconds) = time.pending
    guard let seconds else { return "nothing is pending: the app must schedule its work before this call" }
    let things = count == 1 ? "1 item is pending" : "\(count) items are pending"
    // The first item may be a task that sleeps forever.
    guard seconds < 86_400 else {
      return "\(things), but not due within a day: the app must schedule its work before this call"
    }
    let due = count == 1 ? "due" : "the first"
    return "\(things), \(due) in \(TimelineText.number(seconds)) s: use advance(by:)"
  }

  /// Returns `seconds` if it is valid. Otherwise, reports it and returns 0.
  func checked(_ seconds: Double) -> Double {
    if seconds >= 0, seconds < 1e9 { return seconds }
    report("cannot advance time by \(seconds) s: give at least 0 and less than 1e9")
    return 0
  }

  private func movableTime(_ name: String) -> VirtualTime? {
    guard let virtualTime else {
      report("\(name): this environment runs in real time; create a virtual one")
      return nil
    }
    guard !virtualTime.isInside else {
      report("\(name) was called from a handler: time cannot advance before the handler returns")
      return nil
    }
    return virtualTime
  }
}

// A test that awaits the end of a pattern must advance time, or it never returns: neither a continuation nor a time
// limit can end it. Nothing tells that a task is suspended. But when a handler is still to come, nobody advances time,
// every thread pool answers and the process does nothing, then nothing will happen any more.
extension HapticEnvironment {
  /// Real time after which an awaited handler is reported, s.
  private static let patience = 1.0
  /// Most virtual time that then runs, s.
  private static let mostAwaited = 3600.0

  /// Begins to watch whether a handler that is still to come is awaited for ever.
  func watchAwaited() {
    guard let virtualTime, !isWatchingAwaited.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let (roundTrip, seen) = (ThreadVisit(), LastLook(activity))
    let pace: @Sendable () -> RealCountdown.Pace = { [weak self] in
      guard let self, let virtualTime = self.virtualTime else { return .isOver }
      if virtualTime.isMoving || delays.load(ordering: .relaxed) > 0 { return .isHeld }
      if virtualTime.isOver || awaited.isEmpty {
        isWatchingAwaited.store(false, ordering: .releasing)
        return .isOver
      }
      return seen.wasQuiet(until: self.activity) && roundTrip.isComplete() ? .counts : .isHeld
    }
    RealCountdown(HapticEnvironment.patience, pace: pace) { [weak self] in
      guard let self else { return }
      isWatchingAwaited.store(false, ordering: .releasing)
      let awaited = awaited
      guard !virtualTime.isMoving, !virtualTime.isOver, let first = awaited.first else { return }
      report(
        "\(first) is still to come, and nothing has advanced virtual time for a second (real time): advance it while you "
          + "await it, for example with `async let`. Virtual time now runs until it is called.")
      // Not for what is awaited once these have come, which somebody may advance for.
      let all = Set(awaited)
      virtualTime.run(
        while: { [weak self] in self.map { !all.isDisjoint(with: $0.awaited) } == true },
        atMost: HapticEnvironment.mostAwaited)
    }.begin()
  }

  /// The handlers that are called once time has advanced.
  private var awaited: [AwaitedHandler] { links.flatMap { $0.awaited() } }
}

/// A handler that is called once time has advanced. In the next round, it is another one.
struct AwaitedHandler: Hashable, CustomStringConvertible {
  let name: String
  let engine: Int
  let round: Int

  var description: String { "\(name) of engine \(engine)" }
}

/// What a countdown saw at its last step.
private final class LastLook: Sendable {
  /// Share of a processor above which the process does something.
  private static let idleShare = 0.2

  private struct Seen: Sendable {
    var activity: UInt64
    var use = ProcessUse()
  }
  private let seen: Mutex<Seen>

  init(_ activity: UInt64) { seen = Mutex(Seen(activity: activity)) }

  /// Whether nothing was logged and the process has done nothing since.
  func wasQuiet(until activity: UInt64) -> Bool {
    let now = Seen(activity: activity)
    return seen.withLock { seen in
      defer { seen = now }
      return seen.activity == now.activity && seen.use.share(until: now.use) < LastLook.idleShare
    }
  }
}

/// Processor time of the process.
private struct ProcessUse {
  let processor: Double
  let clock: Double

  init() {
    func seconds(_ time: timespec) -> Double { Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9 }
    func read(_ clock: clockid_t) -> Double {
      var time = timespec()
      clock_gettime(clock, &time)
      return seconds(time)
    }
    processor = read(CLOCK_PROCESS_CPUTIME_ID)
    clock = read(CLOCK_MONOTONIC)
  }

  func share(until later: ProcessUse) -> Double {
    (later.processor - processor) / max(later.clock - clock, 1e-6)
  }
}
