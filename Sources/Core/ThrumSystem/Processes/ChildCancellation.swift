import CLinux
import Glibc
import Synchronization

/// Ends the programs that run with it, and those started later.
package final class ChildCancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  /// Eventfd, raised once and never cleared.
  let event = thrum_event_make()

  deinit { thrum_event_close(event) }

  package init() {}

  package var isCancelled: Bool { flag.load(ordering: .acquiring) }

  package func cancel() {
    flag.store(true, ordering: .releasing)
    thrum_event_raise(event)
  }
}
