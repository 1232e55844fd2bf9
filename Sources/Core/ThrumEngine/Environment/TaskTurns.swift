import Synchronization

/// Lets tasks do something one after another, in the order of asking, without blocking their threads.
///
/// - Thread: any.
final class TaskTurns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Runs `body` when all that asked before are done.
  func take(_ body: () async -> Void) async {
    await withCheckedContinuation { continuation in
      let isFirst = state.withLock { state in
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFirst { continuation.resume() }
    }
    await body()
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.isTaken = !state.waiting.isEmpty
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.resume()
  }
}
