import Synchronization
import ThrumDevice

/// A device that is reached by messages instead of samples: motor levels, or a command that plays a whole pattern.
///
/// - Thread: one at a time, that of its ``MessageDriver``.
package protocol MessageDevice<Message>: AnyObject {
  associatedtype Message: Equatable & Sendable

  /// Sends a message. May block.
  func send(_ message: Message) -> MessageOutcome
}

package enum MessageOutcome {
  case sent
  /// The next message may succeed.
  case refused(OutputError)
  /// The device was disconnected.
  case gone(OutputError)
}

/// Keeps a device's first error, which a disconnect replaces.
package final class MessageLoss: Sendable {
  private let worst = Mutex<OutputError?>(nil)

  package init() {}

  package var error: OutputError? { worst.withLock { $0 } }

  package func happen(_ error: OutputError) {
    worst.withLock { if $0 == nil || error.reason == .noDevice { $0 = error } }
  }
}
