/// A timer that is taken back when its owner goes.
///
/// - Thread: the engine's executor.
final class Deadline {
  private let token: TimerToken

  init(_ token: TimerToken) { self.token = token }

  deinit { token.cancel() }

  /// Takes the timer back.
  func cancel() { token.cancel() }
}
