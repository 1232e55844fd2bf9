/// Callers waiting for a start, a stop or the engine's deallocation.
///
/// - Thread: the engine's executor.
final class Waiters {
  typealias Waiter = HapticEngine.CompletionHandler

  private var list: [Waiter]
  private let errorWhenGone: EngineError?

  init(_ list: [Waiter] = [], errorWhenGone: EngineError? = nil) {
    self.list = list
    self.errorWhenGone = errorWhenGone
  }

  deinit { for waiter in list { waiter(errorWhenGone) } }

  func add(_ waiter: @escaping Waiter) { list.append(waiter) }

  func take() -> [Waiter] {
    defer { list = [] }
    return list
  }
}
