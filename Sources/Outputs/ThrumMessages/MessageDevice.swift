import Synchronization
import ThrumDevice

/// A device that receives messages instead of samples: motor levels, or a command that plays a whole pattern.
///
/// - Thread: that of its ``MessageDriver``.
package protocol MessageDevice<Message>: AnyObject {
  associatedtype Message: Equatable & Sendable

  /// May block.
  func send(_ message: Message) -> MessageOutcome
}

package enum MessageOutcome {
  case sent
  /// The next message may succeed.
  case refused(OutputError)
  case gone(OutputError)
}

/// A device's first error, which a later disconnection replaces.
package final class MessageLoss: Sendable {
  private let worst = Mutex<OutputError?>(nil)

  package init() {}

  package var error: OutputError? { worst.withLock { $0 } }

  package func happen(_ error: OutputError) {
    worst.withLock { if $0 == nil || error.reason == .noDevice { $0 = error } }
  }
}
