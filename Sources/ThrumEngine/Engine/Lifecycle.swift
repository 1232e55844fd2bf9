/// The engine's states and the orders that their changes call for: a pure value, without clocks, threads or devices.
///
/// A start that comes while the engine is stopping waits and follows; a stop that comes while it is starting follows
/// as well, and the start fails.
struct Lifecycle: Equatable {
  private(set) var state = EngineState.stopped
  /// A start has been asked for while stopping.
  private var startsAgain = false

  /// What the engine has to do after a change.
  enum Action: Equatable {
    case none
    /// The device is to be opened.
    case openOutput
    /// The device is to be faded and closed.
    case closeOutput
    /// Whoever waits for a start can be told that the engine runs.
    case tellStarted
    /// Whoever waits for a start can be told that it failed, whoever waits for a stop that the engine has stopped.
    case tellStopped
  }

  /// The app wants to start.
  mutating func start() -> Action {
    switch state {
    case .stopped:
      state = .starting
      return .openOutput
    case .running: return .tellStarted
    case .starting: return .none
    case .stopping:
      startsAgain = true
      return .none
    }
  }

  /// The app, or something outside, wants to stop.
  mutating func stop() -> Action {
    startsAgain = false
    switch state {
    case .stopped: return .tellStopped
    case .starting, .running:
      state = .stopping
      return .closeOutput
    case .stopping: return .none
    }
  }

  /// The device renders.
  mutating func outputDidStart() -> Action {
    guard state == .starting else { return .none }
    state = .running
    return .tellStarted
  }

  /// The device could not be opened.
  mutating func outputDidFail() -> Action {
    guard state == .starting else { return .none }
    state = .stopped
    return .tellStopped
  }

  /// The device has closed.
  mutating func outputDidClose() -> Action {
    guard state == .stopping else { return .none }
    state = .stopped
    return .tellStopped
  }

  /// After ``Action/tellStopped``: a start that has waited for the end.
  mutating func resume() -> Action {
    guard state == .stopped, startsAgain else { return .none }
    startsAgain = false
    return start()
  }
}
