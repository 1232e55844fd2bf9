/// A timer that is cancelled on deallocation.
///
/// - Thread: the engine's executor.
final class Deadline {
  private let token: TimerToken

  init(_ token: TimerToken) { self.token = token }

  deinit { token.cancel() }

  func cancel() { token.cancel() }
}
