/// Who waits for a start or a stop. Nobody is forgotten: whoever still waits when the engine goes is answered then.
///
/// - Thread: the engine's executor.
final class Waiters {
  /// Called when a start or a stop is over, with the error when it failed.
  typealias Waiter = HapticEngine.CompletionHandler

  private var list: [Waiter]
  private let errorWhenGone: EngineError?

  /// - Parameter errorWhenGone: the answer when the engine goes first.
  init(_ list: [Waiter] = [], errorWhenGone: EngineError? = nil) {
    self.list = list
    self.errorWhenGone = errorWhenGone
  }

  deinit { for waiter in list { waiter(errorWhenGone) } }

  /// One more waits.
  func add(_ waiter: @escaping Waiter) { list.append(waiter) }

  /// Takes all out, for an answer.
  func take() -> [Waiter] {
    defer { list = [] }
    return list
  }
}
