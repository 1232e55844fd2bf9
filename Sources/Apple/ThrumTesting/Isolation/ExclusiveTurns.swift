import Synchronization

/// Who may have the process's exclusive environment: one at a time, the others in the order in which they came.
final class ExclusiveTurns: Sendable {
  /// The process's.
  static let shared = ExclusiveTurns()

  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Waits for the turn. A cancelled task keeps its place, so that every turn is given back by whoever has taken it.
  func take() async {
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
  func takeNow() -> Bool {
    state.withLock { state in
      guard !state.isTaken else { return false }
      state.isTaken = true
      return true
    }
  }

  /// Gives the turn to whoever has waited for longest.
  func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }
}
