import CLinux
import Dispatch
import Synchronization
import ThrumSystem

/// Lets one of several callers through.
package final class Once: Sendable {
  private let isUsed = Atomic<Bool>(false)

  package init() {}

  /// Whether the caller is the first.
  package func take() -> Bool { !isUsed.exchange(true, ordering: .relaxed) }

  package var isTaken: Bool { isUsed.load(ordering: .relaxed) }
}
