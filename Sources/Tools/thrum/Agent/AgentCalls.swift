import Dispatch
import Synchronization
import ThrumSystem

/// The calls of an agent, which run one after another on one thread.
final class AgentCalls: Sendable {
  /// Largest number of waiting calls, and of the bytes of their messages.
  static let (most, mostBytes) = (1000, 64 << 20)

  private struct Call {
    let id: AgentMessage.Identifier
    let bytes: Int
    let cancellation: ChildCancellation
    let body: @Sendable (ChildCancellation) -> Void
    let otherwise: @Sendable () -> Void
  }

  private struct State {
    var waiting: [Call] = []
    var running: (id: AgentMessage.Identifier, cancellation: ChildCancellation)?
    var left: Int { waiting.count + (running == nil ? 0 : 1) }
  }

  private let state = Mutex(State())
  /// Counts the calls that were added.
  private let added = DispatchSemaphore(value: 0)
  /// Counts the calls that have ended.
  private let ended = DispatchSemaphore(value: 0)

  /// Adds a call. Returns `false` if too many are waiting.
  ///
  /// - Parameters:
  ///   - bytes: size of its message.
  ///   - body: runs on the calls' thread, unless the call is cancelled before it starts.
  ///   - otherwise: runs in that case.
  func add(
    _ id: AgentMessage.Identifier, bytes: Int, _ body: @escaping @Sendable (ChildCancellation) -> Void,
    otherwise: @escaping @Sendable () -> Void
  ) -> Bool {
    let isTaken = state.withLock { state in
      let waiting = state.waiting.reduce(0) { $0 + $1.bytes }
      guard state.waiting.count < AgentCalls.most, waiting + bytes <= AgentCalls.mostBytes else { return false }
      state.waiting.append(
        Call(id: id, bytes: bytes, cancellation: ChildCancellation(), body: body, otherwise: otherwise))
      return true
    }
    if isTaken { added.signal() }
    return isTaken
  }

  /// Ends a call that runs, or forgets one that waits. Does nothing if it has ended.
  func cancel(_ id: AgentMessage.Identifier) {
    let forgotten = state.withLock { state -> Call? in
      if let running = state.running, running.id == id {
        running.cancellation.cancel()
        return nil
      }
      return state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
    }
    forgotten?.otherwise()
  }

  /// Runs calls for ever.
  ///
  /// - Thread: its own. Their programs end with it.
  func run() {
    while true {
      added.wait()
      let call = state.withLock { state -> Call? in
        guard !state.waiting.isEmpty else { return nil }
        let call = state.waiting.removeFirst()
        state.running = (call.id, call.cancellation)
        return call
      }
      // A call that was cancelled while it waited is no longer there.
      guard let call else { continue }
      call.body(call.cancellation)
      state.withLock { $0.running = nil }
      ended.signal()
    }
  }

  /// Waits until no call is left. Returns how many are left after `seconds`.
  func finish(within seconds: Double) -> Int {
    let deadline = DispatchTime.now() + seconds
    while true {
      let left = state.withLock { $0.left }
      if left == 0 || ended.wait(timeout: deadline) == .timedOut { return left }
    }
  }
}
