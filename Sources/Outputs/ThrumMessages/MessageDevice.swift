import CLinux
import ThrumDevice

/// A device that receives messages instead of samples: motor levels, or a command that plays a whole pattern.
///
/// - Thread: that of its ``MessageDriver``.
package protocol MessageDevice<Message>: AnyObject {
  associatedtype Message: Equatable & Sendable

  /// May block.
  func send(_ message: Message) -> MessageOutcome
}
