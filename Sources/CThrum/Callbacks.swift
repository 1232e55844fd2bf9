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
///
/// Both are kept as numbers, which may cross threads; what the context points to is the caller's to guard.
struct Callback<Function>: Sendable {
  private let function: UInt
  private let context: UInt
  private let gate: CallbackGate

  init?(_ function: Function?, _ context: UnsafeMutableRawPointer?, _ gate: CallbackGate) {
    guard let function else { return nil }
    // Safety: `Function` is a C function's type, whose value is an address: it has no state and is never freed.
    self.function = unsafeBitCast(function, to: UInt.self)
    self.context = UInt(bitPattern: context)
    self.gate = gate
  }

  func call(_ body: (Function, UnsafeMutableRawPointer?) -> Void) {
    gate.call { direct(body) }
  }

  /// Calls on the caller's thread, in the call that caused it.
  func direct(_ body: (Function, UnsafeMutableRawPointer?) -> Void) {
    // Safety: as it was made in `init`.
    body(unsafeBitCast(function, to: Function.self), UnsafeMutableRawPointer(bitPattern: context))
  }
}
