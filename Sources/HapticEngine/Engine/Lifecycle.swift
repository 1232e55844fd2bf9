/// The engine's states and the orders that their changes call for: a pure value, without clocks or threads.
struct Lifecycle: Equatable {
  /// Where the engine is.
  enum State: Equatable, Sendable {
    case stopped, starting, running, stopping
  }

  /// What the engine has to do after a change.
  enum Action: Equatable {
    case none
    case startOutput
    case stopOutput
    /// Another start is under way.
    case refuse
  }

  private(set) var state = State.stopped

  /// The app wants to start. Starting a running engine is allowed and does nothing.
  mutating func start() -> Action {
    switch state {
    case .stopped:
      state = .starting
      return .startOutput
    case .running: return .none
    case .starting, .stopping: return .refuse
    }
  }

  /// The output runs, or it could not be started.
  mutating func outputDidStart(_ hasStarted: Bool) {
    guard state == .starting else { return }
    state = hasStarted ? .running : .stopped
  }

  /// The app, or something outside, wants to stop. Stopping a stopped engine is allowed and does nothing.
  mutating func stop() -> Action {
    guard state == .running else { return .none }
    state = .stopping
    return .stopOutput
  }

  /// The output has ended.
  mutating func outputDidStop() {
    if state == .stopping { state = .stopped }
  }
}
