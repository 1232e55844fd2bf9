import Dispatch
import Glibc
import Synchronization

/// Lets tasks take turns in order of arrival without blocking threads.
package final class TaskTurns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  package func take() async {
    await withCheckedContinuation { continuation in
      let isMine = state.withLock { state in
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isMine { continuation.resume() }
    }
  }

  package func takeNow() -> Bool {
    state.withLock { state in
      guard !state.isTaken else { return false }
      state.isTaken = true
      return true
    }
  }

  package func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }

  func take(_ body: () async -> Void) async {
    await take()
    await body()
    giveBack()
  }

  package var waitingCount: Int { state.withLock { $0.waiting.count } }
}
