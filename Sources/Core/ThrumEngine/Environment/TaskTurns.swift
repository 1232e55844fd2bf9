import Synchronization

/// Lets tasks do something one after another, in the order of asking, without blocking their threads.
///
/// - Thread: any.
package final class TaskTurns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Nobody has the turn.
  package init() {}

  /// Waits for the turn. A cancelled task keeps its place, so that every turn is given back by whoever has taken it.
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

  /// Takes the turn if nobody has it.
  package func takeNow() -> Bool {
    state.withLock { state in
      guard !state.isTaken else { return false }
      state.isTaken = true
      return true
    }
  }

  /// Gives the turn to whoever has waited for longest.
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

  /// Runs `body` when all that asked before are done.
  func take(_ body: () async -> Void) async {
    await take()
    await body()
    giveBack()
  }

  /// How many wait.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }
}
