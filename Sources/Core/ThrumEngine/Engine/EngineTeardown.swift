import Dispatch
import Synchronization

/// Reports the end of a deallocated engine. If it was running, calls its stopped handler (`engineDestroyed`).
final class EngineTeardown: Sendable {
  private struct State {
    var isRunning = false
    var isVoid = false
    var stoppedHandler: @Sendable (HapticEngine.StoppedReason) -> Void = { _ in }
  }

  private let state = Mutex(State())
  private let environment: HapticEnvironment
  private let number: Int
  let queue: DispatchQueue

  init(environment: HapticEnvironment, number: Int, queue: DispatchQueue) {
    self.environment = environment
    self.number = number
    self.queue = queue
  }

  var isRunning: Bool {
    get { state.withLock { $0.isRunning } }
    set { state.withLock { $0.isRunning = newValue } }
  }

  var isVoid: Bool {
    get { state.withLock { $0.isVoid } }
    set { state.withLock { $0.isVoid = newValue } }
  }

  var stoppedHandler: @Sendable (HapticEngine.StoppedReason) -> Void { state.withLock { $0.stoppedHandler } }

  /// Returns the old handler, to be released outside all locks, since its captures' deinits may call the engine.
  func replaceStoppedHandler(
    with handler: @escaping @Sendable (HapticEngine.StoppedReason) -> Void
  ) -> @Sendable (HapticEngine.StoppedReason) -> Void {
    state.withLock { state in
      defer { state.stoppedHandler = handler }
      return state.stoppedHandler
    }
  }

  func deliver(_ kind: HandlerKind, player: Int? = nil, detail: String = "", _ body: @escaping @Sendable () -> Void) {
    // A weak reference, since the environment owns work that is waiting in virtual time.
    environment.time.deliver(on: queue) { [weak environment, number] in
      guard let environment else { return body() }
      environment.log(.handler(kind, detail: detail), engine: number, player: player)
      // Engines created in a handler belong to the same environment.
      if environment.isVirtual { HapticEnvironment.$scoped.withValue(environment, operation: body) } else { body() }
    }
  }

  func run() {
    let (isRunning, isVoid, handler) = state.withLock { ($0.isRunning, $0.isVoid, $0.stoppedHandler) }
    guard !isVoid else { return }
    environment.removeEngine(number)
    environment.virtualTime?.removePump(of: number)
    environment.log(.engineGone, engine: number)
    guard isRunning else { return }
    deliver(.stopped, detail: HapticEngine.StoppedReason.engineDestroyed.name) { handler(.engineDestroyed) }
  }
}

extension HapticEngine.StoppedReason {
  /// Name in Core Haptics.
  public var name: String {
    switch self {
    case .audioSessionInterrupt: "audioSessionInterrupt"
    case .applicationSuspended: "applicationSuspended"
    case .idleTimeout: "idleTimeout"
    case .notifyWhenFinished: "notifyWhenFinished"
    case .engineDestroyed: "engineDestroyed"
    case .gameControllerDisconnect: "gameControllerDisconnect"
    case .systemError: "systemError"
    }
  }
}
