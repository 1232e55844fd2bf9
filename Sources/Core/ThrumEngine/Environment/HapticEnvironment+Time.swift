import Dispatch
import Synchronization

// In real time or within a handler, these functions only report a problem.
//
// Calls from multiple threads or tasks take turns and add up. A call without `await` runs between two steps of an
// awaited call, and its time counts for both.
extension HapticEnvironment {
  /// Advances time by `seconds`, with the same order of timers, handlers and samples on every run.
  public func advance(by seconds: Double) {
    guard let time = movableTime("advance") else { return }
    let seconds = checked(seconds)
    // `elapsed` is read when it is this call's turn.
    time.moving { time.driver.sync { _ = time.run(to: origin + (elapsed + seconds), pausing: false) } }
  }

  /// Advances time to `seconds` after the environment was created. A past time means now.
  public func advance(to seconds: Double) {
    guard let time = movableTime("advance") else { return }
    time.moving { time.driver.sync { _ = time.run(to: max(origin + checked(seconds), time.now), pausing: false) } }
  }

  /// Advances time by `seconds`. After each instant at which a handler ran, waits for the handler's work.
  public func advance(by seconds: Double) async {
    guard let time = movableTime("advance") else { return }
    let seconds = checked(seconds)
    await time.movingInTurn {
      await settle()
      await move(time, to: origin + (elapsed + seconds))
    }
  }

  /// Advances time to `seconds` after the environment was created. Waits for the work of handlers, as `advance(by:)`
  /// does.
  public func advance(to seconds: Double) async {
    guard let time = movableTime("advance") else { return }
    let target = origin + checked(seconds)
    await time.movingInTurn {
      await settle()
      await move(time, to: max(target, time.now))
    }
  }

  private func move(_ time: VirtualTime, to target: Double) async {
    while await time.runAside(to: target) == .handlerRan { await settle() }
  }

  /// Advances time until nothing is pending, by at most `limit` seconds.
  ///
  /// Looping and paused players, and engines without auto-shutdown, do not count as pending, since they never end by
  /// themselves.
  public func runUntilIdle(limit: Double = 3600) async {
    guard let time = movableTime("runUntilIdle") else { return }
    let limit = checked(limit)
    await time.movingInTurn {
      let end = time.now + limit
      await settle()
      while time.hasWork, time.now < end { await move(time, to: min(end, time.now + 1)) }
    }
    if time.hasWork {
      report("runUntilIdle gave up after \(limit) s of virtual time: \(pending)")
    }
  }

  /// Advances time until nothing is pending, by at most `limit` seconds.
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

  /// Delivers due calls without advancing time, and waits for all work that handlers start on any queue or actor.
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
          "work started by a handler or a delay has been running for \(Int(VirtualTime.patience)) s: it seems to be waiting for "
            + "something that happens only when time advances")
      }
      rounds += 1
      let isQuiet = activity == seen && !time.hasDueWork
      quietRounds = isQuiet ? quietRounds + 1 : 0
      seen = activity
      guard rounds < 10_000 else {
        return report("settle does not finish: handlers and the work they start call each other endlessly")
      }
    }
  }

  /// Waits in real time for work outside virtual time, such as a `Timer`'s or another process's, then delivers due
  /// calls.
  ///
  /// If nothing happens within `seconds`, reports the pending virtual work. Tests should not depend on the limit.
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
    report("nothing happened in \(TimelineText.number(seconds)) s of real time. In virtual time, \(time.waiting)")
  }

  /// Ends a test: from now on, handlers run only when time is advanced.
  package func stopCalling() {
    virtualTime?.isOver.store(true, ordering: .relaxed)
    endSystemEngine()
  }

  /// Ends a test, and waits for a running handler and its work, which could otherwise reach the next test.
  package func endTest() async {
    stopCalling()
    guard let virtualTime else { return }
    await withCheckedContinuation { continuation in virtualTime.driver.async { continuation.resume() } }
    _ = await virtualTime.letFollowedWorkRun(includesMain: FollowUps.shared.isMainServed)
  }

  private var pending: String {
    let last = timeline.entries.suffix(3).map(\.description).joined(separator: "; ")
    return "a looping player, or a timer that restarts itself? Last entry: \(last)"
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

extension VirtualTime {
  func runAside(to target: Double) async -> Outcome {
    await withCheckedContinuation { continuation in
      driver.async { continuation.resume(returning: self.run(to: target, pausing: true)) }
    }
  }
}
