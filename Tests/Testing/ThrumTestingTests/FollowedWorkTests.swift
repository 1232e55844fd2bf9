import Dispatch
import Synchronization
import Testing

@testable import ThrumEngine
@testable import ThrumTesting
@testable import ThrumTime

/// Work that `settle` waits for when the calling task was resumed by unrelated work.
@Suite struct FollowedWorkTests {
  /// Work that moves between queues and computes on each. It takes longer than `settle` waits for unknown work, but
  /// less than the second of processor time it is allowed, on any machine.
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
  @Test func `a test resumed by another test's task waits for its own tasks`() async {
    LinkedLibraries.register()
    let other = HapticEnvironment.virtual()
    let own = HapticEnvironment.virtual()
    await other.withScope {
      // The first step of this task counts as the other environment's work.
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
  @Test func `a test resumed by a handler waits for its own tasks at the next advance`() async {
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
