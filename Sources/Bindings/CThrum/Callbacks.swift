import CThrumHeader
import Dispatch
import Glibc
import Synchronization

/// Lets an engine's callbacks through until the engine is freed.
final class CallbackGate: Sendable {
  private struct State {
    var isClosed = false
    /// The running callback's thread, if any. Callbacks never overlap.
    var thread: pthread_t?
  }

  private let state = Mutex(State())
  private let underWay = DispatchGroup()

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

  /// Stops callbacks and waits for a running one, unless called from within it.
  func close() {
    let isInside = state.withLock { state in
      state.isClosed = true
      return state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }
    if !isInside { underWay.wait() }
  }
}

struct Callback<Function>: Sendable {
  /// Safety: `Function` is a C function type, which has no state and is never freed.
  private nonisolated(unsafe) let function: Function
  /// Safety: passed back to the caller and never read here; the caller guards its target.
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

  /// Bypasses the gate.
  func direct(_ body: (Function, UnsafeMutableRawPointer?) -> Void) {
    body(function, context)
  }
}
