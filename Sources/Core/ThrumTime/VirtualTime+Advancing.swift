import Dispatch

// Calls from multiple threads or tasks take turns and add up. A call without `await` runs between two steps of an
// awaited call, and its time counts for both.
extension VirtualTime {
  /// Advances to a time that is read when it is this call's turn.
  package func advance(to target: () -> Double) {
    moving { driver.sync { _ = run(to: target(), pausing: false) } }
  }

  /// Advances to a time that is read when it is this call's turn. After each instant at which a handler ran, waits for
  /// the handler's work.
  package func advanceAndSettle(to target: () -> Double) async {
    await movingInTurn {
      await settle()
      await move(to: target())
    }
  }

  private func move(to target: Double) async {
    while await runAside(to: target) == .handlerRan { await settle() }
  }

  private func runAside(to target: Double) async -> Outcome {
    await withCheckedContinuation { continuation in
      driver.async { continuation.resume(returning: self.run(to: target, pausing: true)) }
    }
  }

  /// Advances until nothing is pending, by at most `limit` seconds. Returns whether nothing is.
  package func runUntilIdle(limit: Double) async -> Bool {
    await movingInTurn {
      let end = now + limit
      await settle()
      while hasWork, now < end { await move(to: min(end, now + 1)) }
    }
    return !hasWork
  }

  /// Advances until nothing is pending, by at most `limit` seconds. Returns whether nothing is.
  package func runUntilIdle(limit: Double) -> Bool {
    moving {
      driver.sync {
        let end = now + limit
        while hasWork, now < end { _ = run(to: min(end, now + 1), pausing: false) }
      }
    }
    return !hasWork
  }

  /// Delivers due calls without advancing time, and waits for all work that handlers start on any queue or actor.
  package func settle() async {
    var quietRounds = 0
    var rounds = 0
    var seen = activity()
    while quietRounds < 2 {
      guard await runAside(to: now) != .gaveUp else { return }
      await OtherThreads.shared.letRun()
      await letStartedWorkRun(includesMain: OtherThreads.shared.isMainServed)
      guard await letFollowedWorkRun(includesMain: OtherThreads.shared.isMainServed) else {
        return report(
          "work started by a handler or a delay has been running for \(Int(VirtualTime.patience)) s: it seems to be waiting for "
            + "something that happens only when time advances")
      }
      rounds += 1
      let current = activity()
      quietRounds = current == seen && !hasDueWork ? quietRounds + 1 : 0
      seen = current
      guard rounds < 10_000 else {
        return report("settle does not finish: handlers and the work they start call each other endlessly")
      }
    }
  }

  /// Waits in real time, by at most `seconds`, for something from outside, then delivers due calls. Returns whether
  /// anything happened.
  package func settle(upTo seconds: Double) async -> Bool {
    let before = activity()
    await settle()
    let isOver = Once()
    RealCountdown(seconds, pace: { isOver.isTaken ? .isOver : .counts }) { _ = isOver.take() }.begin()
    while activity() == before, !isOver.isTaken { await RealCountdown.pass(0.005) }
    _ = isOver.take()
    await settle()
    return activity() != before
  }

  /// Ends a test, and waits for a running handler and its work, which could otherwise reach the next test.
  package func end() async {
    setOver(true)
    await withCheckedContinuation { continuation in driver.async { continuation.resume() } }
    _ = await letFollowedWorkRun(includesMain: OtherThreads.shared.isMainServed)
  }
}
