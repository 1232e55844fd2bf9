import CLinux
import Synchronization
import ThrumDevice
import ThrumSystem

/// A device's first error, which a later disconnection replaces.
package final class MessageLoss: Sendable {
  private let worst = Mutex<OutputError?>(nil)

  package init() {}

  package var error: OutputError? { worst.withLock { $0 } }

  package func happen(_ error: OutputError) {
    worst.withLock { if $0 == nil || error.reason == .noDevice { $0 = error } }
  }
}
