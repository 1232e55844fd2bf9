import Synchronization
import ThrumSystem

/// Result of a start or stop that a thread is waiting for.
final class Answer: Sendable {
  private let latch = Latch()
  private let answer = Mutex<EngineError??>(nil)

  func set(_ error: EngineError?) {
    answer.withLock { $0 = .some(error) }
    latch.raise()
  }

  var isSet: Bool { answer.withLock { $0 != nil } }

  /// The engine answers every request before it is deallocated.
  func wait() -> EngineError? {
    while !isSet { latch.wait() }
    return answer.withLock { $0 } ?? nil
  }
}
