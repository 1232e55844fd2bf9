import Dispatch
import Synchronization

/// Moving virtual time. All of it does nothing but report a problem when the environment runs in real time, or when
/// it is called from a handler, which time is waiting for.
///
/// Calls from several threads or tasks take turns, and what they ask for adds up: two that let a second pass let two
/// pass. A call without `await` does not wait for one with `await` that is under way: it moves time between two of its
/// steps, and that time counts for both.
extension HapticEnvironment {
  /// Lets `seconds` pass: timers, handlers and samples happen in one order, the same on every run.
  public func advance(by seconds: Double) {
    guard let time = movableTime("advance") else { return }
    let seconds = checked(seconds)
    // The present is read when it is this call's turn.
    time.moving { time.driver.sync { _ = time.run(to: origin + (elapsed + seconds), pausing: false) } }
  }

  /// Lets time pass until `seconds` after the environment's beginning; the past is now.
  public func advance(to seconds: Double) {
    guard let time = movableTime("advance") else { return }
    time.moving { time.driver.sync { _ = time.run(to: max(origin + checked(seconds), time.now), pausing: false) } }
  }

  /// Lets `seconds` pass; after every instant at which a handler ran, lets what it has started elsewhere finish.
  public func advance(by seconds: Double) async {
    guard let time = movableTime("advance") else { return }
    let seconds = checked(seconds)
    await time.moving {
      await settle()
      await move(time, to: origin + (elapsed + seconds))
    }
  }

  /// Lets time pass until `seconds` after the environment's beginning; after every instant at which a handler ran,
  /// lets what it has started elsewhere finish.
  public func advance(to seconds: Double) async {
    guard let time = movableTime("advance") else { return }
    let target = origin + checked(seconds)
    await time.moving {
      await settle()
      await move(time, to: max(target, time.now))
    }
  }

  /// Moves time, and stops for follow-ups after every instant at which a handler ran.
  private func move(_ time: VirtualTime, to target: Double) async {
    while await time.runAside(to: target) == .handlerRan { await settle() }
  }

  /// Lets time pass until nothing is left that will happen on its own, at most `limit` seconds; a player that loops or
  /// is paused, or an engine without auto-shutdown, continues forever and is no reason to wait.
  public func runUntilIdle(limit: Double = 3600) async {
    guard let time = movableTime("runUntilIdle") else { return }
    let limit = checked(limit)
    await time.moving {
      let end = time.now + limit
      await settle()
      while time.hasWork, time.now < end { await move(time, to: min(end, time.now + 1)) }
    }
    if time.hasWork {
      report("runUntilIdle gave up after \(limit) s of virtual time: \(pending)")
    }
  }

  /// Lets time pass until nothing is left that will happen on its own, at most `limit` seconds.
  public func runUntilIdle(limit: Double = 3600) {
    guard let time = movableTime("runUntilIdle") else { return }
    let limit = checked(limit)
    time.moving {
      time.driver.sync {
        let end = time.now + limit
        while time.hasWork, time.now < end { _ = time.run(to: min(end, time.now + 1), pausing: false) }
      }
    }
    if time.hasWork { report("runUntilIdle gave up after \(limit) s of virtual time: \(pending)") }
  }

  /// Delivers what is due now, without letting time pass, and lets what handlers have started on the main queue, the
  /// main actor, global queues and in tasks finish, until nothing more comes of it.
  public func settle() async {
    guard let time = movableTime("settle") else { return }
    var quietRounds = 0
    var rounds = 0
    var seen = activity
    while quietRounds < 2 {
      let outcome = await time.runAside(to: time.now)
      guard outcome != .gaveUp else { return }
      await FollowUps.shared.letRun()
      await time.letStartedWorkRun(includesMain: FollowUps.shared.isMainServed)
      guard await time.letFollowedWorkRun(includesMain: FollowUps.shared.isMainServed) else {
        return report(
          "what a handler or a delay has started runs for \(Int(VirtualTime.patience)) s already: it seems to wait for "
            + "something that only a move of time brings")
      }
      rounds += 1
      let isQuiet = activity == seen && !time.hasDueWork
      quietRounds = isQuiet ? quietRounds + 1 : 0
      seen = activity
      guard rounds < 10_000 else {
        return report("settle does not come to rest: handlers and what they start call each other without end")
      }
    }
  }

  /// Waits in real time, N seconds at most, until something happens: for work that virtual time knows nothing of, such as a
  /// `Timer`, a `DispatchSource` or another process. Then delivers what is due. When nothing happens, that is a problem, which names what
  /// virtual time does know of.
  ///
  /// - Parameter seconds: 0 or more; the test should not depend on it.
  public func settle(upTo seconds: Double) async {
    guard let time = movableTime("settle") else { return }
    let before = activity
    await settle()
    let isOver = OnceOnly()
    RealCountdown(checked(seconds), pace: { isOver.isTaken ? .isOver : .counts }) { _ = isOver.take() }.begin()
    while activity == before, !isOver.isTaken { await RealCountdown.pass(0.005) }
    _ = isOver.take()
    await settle()
    guard activity == before else { return }
    report("nothing happened in \(TimelineText.number(seconds)) s of real time. In virtual time \(time.waiting)")
  }

  private var pending: String {
    let last = timeline.entries.suffix(3).map(\.description).joined(separator: "; ")
    return "a player that loops, or a timer that starts itself again? The last that happened: \(last)"
  }

  /// A length of time that makes sense; 0 and a problem for one that does not.
  func checked(_ seconds: Double) -> Double {
    if seconds >= 0, seconds < 1e9 { return seconds }
    report("time cannot move by \(seconds) s: it goes forward only, and 1e9 s at most")
    return 0
  }

  private func movableTime(_ name: String) -> VirtualTime? {
    guard let virtualTime else {
      report("\(name): this environment runs in real time; make a virtual one")
      return nil
    }
    guard !virtualTime.isInside else {
      report("\(name) was called from a handler: time waits for the handler, and cannot move before it returns")
      return nil
    }
    return virtualTime
  }
}

extension VirtualTime {
  /// Moves time on the driver's queue while the caller's thread is free.
  func runAside(to target: Double) async -> Outcome {
    await withCheckedContinuation { continuation in
      driver.async { continuation.resume(returning: self.run(to: target, pausing: true)) }
    }
  }
}

/// Lets work that apps hand over to other threads run: each queue and executor is visited once, so that what was
/// handed to it before has run.
private final class FollowUps: Sendable {
  static let shared = FollowUps()
  private enum Main: Int, AtomicRepresentable {
    case unknown, served, blocked
  }
  private let main = Atomic<Main>(.unknown)

  /// Whether what is on the main queue will run.
  var isMainServed: Bool { main.load(ordering: .relaxed) == .served }

  /// One round.
  func letRun() async {
    await Task.yield()
    await visit(DispatchQueue.global())
    switch main.load(ordering: .relaxed) {
    case .unknown: await probeMain()
    case .served: await visit(DispatchQueue.main)
    case .blocked: break
    }
    await Task.yield()
  }

  private func visit(_ queue: DispatchQueue) async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  /// The main queue serves the main actor as well. A program that blocks its main thread serves neither: it is asked
  /// once, and then no more.
  private func probeMain() async {
    let answer = OnceOnly()
    let isServed = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      DispatchQueue.main.async { if answer.take() { continuation.resume(returning: true) } }
      RealCountdown(VirtualTime.patience) {
        if answer.take() { continuation.resume(returning: false) }
      }.begin()
    }
    main.store(isServed ? .served : .blocked, ordering: .relaxed)
  }
}
