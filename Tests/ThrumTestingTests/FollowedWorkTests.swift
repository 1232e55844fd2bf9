import Dispatch
import Synchronization
import Testing
import ThrumEngine

@testable import ThrumTesting

/// What `settle` waits for, when the task that asks was put on its thread by somebody else's work.
@Suite struct FollowedWorkTests {
  /// Work that goes from queue to queue and computes for a while on each, longer than `settle` would wait for unknown work.
  private final class Relay: Sendable {
    let isDone = Mutex(false)

    func run() async {
      var number = 1
      for _ in 0..<20 {
        await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
        for _ in 0..<1_000_000 { number = number &* 6_364_136_223_846_793_005 &+ 1 }
      }
      isDone.withLock { $0 = number != 0 }
    }
  }

  // TIME-13
  @Test func `a test that another test's task has resumed waits for its own tasks`() async {
    AppDelays.follow()
    let other = HapticEnvironment.virtual()
    let own = HapticEnvironment.virtual()
    await other.withScope {
      // The first step of this task counts as work of the other environment.
      await Task {
        await own.withScope {
          let relay = Relay()
          Task { await relay.run() }
          await own.settle()
          #expect(relay.isDone.withLock { $0 })
        }
      }.value
    }
  }

  // TIME-13
  @Test func `a test that a handler has resumed waits for its own tasks in the next move of time`() async {
    AppDelays.follow()
    let environment = HapticEnvironment.virtual()
    await environment.withScope {
      await withCheckedContinuation { continuation in
        environment.delay(by: 0.5) {
          Task {
            await Relay().run()
            continuation.resume()
          }
        }
        environment.advance(by: 1)
      }
      let relay = Relay()
      Task { await relay.run() }
      await environment.advance(by: 1)
      #expect(relay.isDone.withLock { $0 })
    }
  }
}
