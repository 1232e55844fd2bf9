import ThrumSystem
import Synchronization

/// The answer to a start or a stop, for a thread that waits for it.
///
/// - Thread: any.
final class Answer: Sendable {
  private let latch = Latch()
  private let answer = Mutex<EngineError??>(nil)

  func set(_ error: EngineError?) {
    answer.withLock { $0 = .some(error) }
    latch.raise()
  }

  var isSet: Bool { answer.withLock { $0 != nil } }

  /// The error, or `nil` when all went well. The engine answers every request, at the latest when it goes.
  func wait() -> EngineError? {
    while !isSet { latch.wait() }
    return answer.withLock { $0 } ?? nil
  }
}
