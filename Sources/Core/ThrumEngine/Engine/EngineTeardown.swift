import Dispatch
import Synchronization

/// What has to be done when an engine's last reference goes: a running engine tells its stopped handler
/// (`engineDestroyed`), a little later, when the engine is no more.
///
/// - Thread: any.
final class EngineTeardown: Sendable {
  private struct State {
    var isRunning = false
    var isVoid = false
    var stoppedHandler: @Sendable (HapticEngine.StoppedReason) -> Void = { _ in }
  }

  private let state = Mutex(State())
  private let environment: HapticEnvironment
  private let number: Int
  /// Where the engine's handlers run.
  let queue: DispatchQueue

  init(environment: HapticEnvironment, number: Int, queue: DispatchQueue) {
    self.environment = environment
    self.number = number
    self.queue = queue
  }

  /// Whether the engine runs.
  var isRunning: Bool {
    get { state.withLock { $0.isRunning } }
    set { state.withLock { $0.isRunning = newValue } }
  }

  /// Whether there never was an engine.
  var isVoid: Bool {
    get { state.withLock { $0.isVoid } }
    set { state.withLock { $0.isVoid = newValue } }
  }

  /// The app's stopped handler.
  var stoppedHandler: @Sendable (HapticEngine.StoppedReason) -> Void { state.withLock { $0.stoppedHandler } }

  /// Replaces the stopped handler. Returns the old one, for the caller to release outside every lock: it may hold the last
  /// reference to an object whose `deinit` calls the engine.
  func replaceStoppedHandler(
    with handler: @escaping @Sendable (HapticEngine.StoppedReason) -> Void
  ) -> @Sendable (HapticEngine.StoppedReason) -> Void {
    state.withLock { state in
      defer { state.stoppedHandler = handler }
      return state.stoppedHandler
    }
  }

  /// Runs a handler of the app after the caller has returned, in order.
  func deliver(_ kind: HandlerKind, player: Int? = nil, detail: String = "", _ body: @escaping @Sendable () -> Void) {
    // Weakly: what waits in virtual time belongs to the environment, and must not keep it alive.
    environment.time.deliver(on: queue) { [weak environment, number] in
      guard let environment else { return body() }
      environment.log(.handler(kind, detail: detail), engine: number, player: player)
      // Engines that a handler makes live where the handler's own engine does.
      if environment.isVirtual { HapticEnvironment.$scoped.withValue(environment, operation: body) } else { body() }
    }
  }

  /// The engine is no more.
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
  /// The name in Core Haptics.
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
