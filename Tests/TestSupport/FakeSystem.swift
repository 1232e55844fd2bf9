import CLinux
import Glibc
import Synchronization
import ThrumSystem

/// The system under an output, played by a test. Time passes only while a thread waits, and scheduled actions of other
/// threads run at their times.
package final class FakeSystem: DeviceClock {
  private struct Act: Sendable {
    let time: UInt64
    let body: @Sendable () -> Void
  }
  private struct State {
    var now: UInt64 = 1_000_000_000
    var acts: [Act] = []
    var threads: [(name: String, body: @Sendable () -> Void)] = []
    var refusesThreads = false
  }
  private let state = Mutex(State())

  package init() {}

  package var nanoseconds: UInt64 { state.withLock { $0.now } }
  /// Seconds since the start.
  package var seconds: Double { Double(nanoseconds - 1_000_000_000) / 1e9 }
  /// Names of the started threads.
  package var threads: [String] { state.withLock { $0.threads.map(\.name) } }
  /// Makes thread creation fail from now on.
  package func refuseThreads() { state.withLock { $0.refusesThreads = true } }

  /// Schedules an action of another thread, in seconds since the start.
  package func at(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.acts.append(Act(time: 1_000_000_000 + UInt64(seconds * 1e9), body: body)) }
  }

  package func pass(_ seconds: Double) { _ = wait(for: -1, until: nanoseconds + UInt64(seconds * 1e9)) }

  /// A runtime that records threads without running them.
  package var runtime: DeviceRuntime {
    DeviceRuntime(clock: self) { [self] name, body throws(ThreadError) in
      let isRefused = state.withLock { state in
        if !state.refusesThreads { state.threads.append((name, body)) }
        return state.refusesThreads
      }
      if isRefused { throw ThreadError(name: name, number: EAGAIN) }
    }
  }

  /// A runtime that runs a thread so many seconds after its start, on the thread that waits then.
  package func runtime(after seconds: Double) -> DeviceRuntime {
    DeviceRuntime(clock: self) { [self] _, body throws(ThreadError) in at(self.seconds + seconds, body) }
  }

  /// Runs the recorded threads in turn, on the calling thread.
  package func runThreads() {
    let bodies = state.withLock { state in
      defer { state.threads = [] }
      return state.threads.map(\.body)
    }
    for body in bodies { body() }
  }

  package func wait(for event: Int32, until deadline: UInt64) -> Bool {
    while true {
      if event >= 0, thrum_event_clear(event) == 1 { return true }
      let act = state.withLock { state -> Act? in
        let due = state.acts.indices.filter { state.acts[$0].time <= deadline }
        guard let next = due.min(by: { state.acts[$0].time < state.acts[$1].time }) else {
          state.now = max(state.now, deadline)
          return nil
        }
        state.now = max(state.now, state.acts[next].time)
        return state.acts.remove(at: next)
      }
      guard let act else { return false }
      act.body()
    }
  }

  package func wait(forEither event: Int32, or other: Int32) {
    while thrum_event_clear(event) == 0, thrum_event_clear(other) == 0 {
      guard let next = state.withLock({ $0.acts.map(\.time).min() }) else { return }
      _ = wait(for: event, until: next)
    }
  }
}
