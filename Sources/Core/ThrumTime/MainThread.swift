import CLinux
import Dispatch
import Glibc

/// What corresponds to a phone's main thread: the process's first thread, and any thread that serves the main queue.
///
/// In Swift Testing on Linux, other threads serve the main queue.
package enum MainThread {
  private static let key = DispatchSpecificKey<Bool>()
  private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

  /// Whether the caller runs there. Not seen through `sync` on another queue.
  package static var isCurrent: Bool {
    _ = mark
    return thrum_thread_number() == getpid() || DispatchQueue.getSpecific(key: key) == true
  }
}
