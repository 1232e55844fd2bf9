import CThrumHeader
import Dispatch
import Glibc
import Synchronization

/// Lets an engine's callbacks through until the engine is freed.
final class CallbackGate: Sendable {
  private struct State {
    var isClosed = false
    /// The thread that a callback runs on. They never run at the same time.
    var thread: pthread_t?
  }

  private let state = Mutex(State())
  private let underWay = DispatchGroup()

  /// Calls back, unless the gate is closed.
  func call(_ body: () -> Void) {
    let isOpen = state.withLock { state in
      guard !state.isClosed else { return false }
      state.thread = pthread_self()
      underWay.enter()
      return true
    }
    guard isOpen else { return }
    _ = cthrum_callback(1)
    body()
    _ = cthrum_callback(-1)
    state.withLock { $0.thread = nil }
    underWay.leave()
  }

  /// Lets no callback through any more, and waits for the one under way unless it is the caller.
  func close() {
    let isInside = state.withLock { state in
      state.isClosed = true
      return state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }
    if !isInside { underWay.wait() }
  }
}

/// A function of the caller's with its context.
struct Callback<Function>: Sendable {
  /// Safety: `Function` is a C function's type: it has no state and is never freed.
  private nonisolated(unsafe) let function: Function
  /// Safety: handed back to the caller and never read here; what it points to is the caller's to guard.
  private nonisolated(unsafe) let context: UnsafeMutableRawPointer?
  private let gate: CallbackGate

  init?(_ function: Function?, _ context: UnsafeMutableRawPointer?, _ gate: CallbackGate) {
    guard let function else { return nil }
    self.function = function
    self.context = context
    self.gate = gate
  }

  func call(_ body: (Function, UnsafeMutableRawPointer?) -> Void) {
    gate.call { direct(body) }
  }

  /// Calls on the caller's thread, in the call that caused it.
  func direct(_ body: (Function, UnsafeMutableRawPointer?) -> Void) {
    body(function, context)
  }
}
