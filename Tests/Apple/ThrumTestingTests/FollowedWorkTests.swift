import Dispatch
import Synchronization
import Testing

@testable import ThrumEngine
@testable import ThrumTesting

/// What `settle` waits for, when the task that asks was put on its thread by somebody else's work.
@Suite struct FollowedWorkTests {
  /// Work that goes from queue to queue and computes on each: longer than `settle` would wait for unknown work, and less than the
  /// second of its own time that it is given, on a machine of any speed.
  private final class Relay: Sendable {
    let isDone = Mutex(false)

    func run() async {
      for _ in 0..<10 {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            var time = ProcessorTime()
            time.beginStep()
            while time.seconds < 0.01 {}
            continuation.resume()
          }
        }
      }
      isDone.withLock { $0 = true }
    }
  }

  // TIME-13
  @Test func `a test that another test's task has resumed waits for its own tasks`() async {
    LinkedLibraries.register()
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
    LinkedLibraries.register()
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
