import CThrumHeader
import Dispatch
import Glibc
import Synchronization

/// Lets an engine's callbacks through until the engine is freed, and releases their contexts after the last call.
///
/// A ``Callback`` can die on the engine's queue, where no release function may run, since it may call the engine. Its
/// context is only marked as due there. The next of these releases it: the end of a callback, the end of a call for the
/// engine, ``close(_:)``.
final class CallbackGate: Sendable {
  private struct State {
    var isClosed = false
    /// Whether the running callback closed the gate.
    var isClosedInside = false
    /// The running callback's thread, if any. Callbacks never overlap.
    var thread: pthread_t?
    var contexts: [ObjectIdentifier: HostContext] = [:]
    var due: [HostContext] = []

    mutating func takeDue(whileRunning: Bool = false) -> [HostContext] {
      if isClosed, whileRunning || thread == nil {
        due += contexts.values
        contexts = [:]
      }
      defer { due = [] }
      return due
    }
  }

  private let state = Mutex(State())
  private let underWay = DispatchGroup()
  /// Gates that are closing.
  private static let closing = DispatchGroup()

  func keep(_ context: HostContext) {
    guard context.needsRelease else { return }
    state.withLock { $0.contexts[ObjectIdentifier(context)] = context }
  }

  /// - Thread: any, also an engine's queue.
  func markDue(_ context: HostContext) {
    guard context.needsRelease else { return }
    state.withLock { state in
      if let context = state.contexts.removeValue(forKey: ObjectIdentifier(context)) { state.due.append(context) }
    }
  }

  /// Releases the contexts of callbacks that no longer exist.
  func releaseDue() {
    for context in state.withLock({ $0.takeDue() }) { context.release() }
  }

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
    let wasClosedInside = endCall()
    underWay.leave()
    if wasClosedInside { CallbackGate.closing.leave() }
  }

  private func endCall() -> Bool {
    while true {
      let (due, wasClosedInside) = state.withLock { state in
        let due = state.takeDue(whileRunning: true)
        if due.isEmpty { state.thread = nil }
        return (due, state.isClosedInside)
      }
      guard !due.isEmpty else { return wasClosedInside }
      for context in due { context.release() }
    }
  }

  /// Closes the gate of the engine that `take` returns, if any, before that engine ends. ``waitForClosing()`` waits for
  /// all of it.
  static func close(_ take: () -> EngineObject?) {
    closing.enter()
    let engine = take()
    // Otherwise, the running callback's end leaves the group.
    if withExtendedLifetime(engine, { engine?.gate.close() ?? true }) { closing.leave() }
  }

  /// Stops callbacks, waits for a running one and releases all contexts. Called from within a callback, leaves both to
  /// its end and returns `false`.
  private func close() -> Bool {
    let isInside = state.withLock { state in
      state.isClosed = true
      state.isClosedInside = state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
      return state.isClosedInside
    }
    guard !isInside else { return false }
    underWay.wait()
    releaseDue()
    return true
  }

  /// Waits until every gate that has begun to close is closed.
  static func waitForClosing() { closing.wait() }
}

/// A host's function and its context.
final class Callback<Function>: Sendable {
  /// Safety: `Function` is a C function type, which has no state and is never freed.
  private nonisolated(unsafe) let function: Function
  private let context: HostContext
  private let gate: CallbackGate
  private let isCalledOnce: Bool

  init?(_ function: Function?, _ context: HostContext, _ gate: CallbackGate, once: Bool = false) {
    guard let function else { return nil }
    self.function = function
    self.context = context
    self.gate = gate
    isCalledOnce = once
    gate.keep(context)
  }

  deinit { gate.markDue(context) }

  func call(_ body: (Function, UnsafeMutableRawPointer?) -> Void) {
    gate.call {
      direct(body)
      if isCalledOnce { gate.markDue(context) }
    }
  }

  /// Bypasses the gate.
  func direct(_ body: (Function, UnsafeMutableRawPointer?) -> Void) {
    body(function, context.pointer)
  }
}
