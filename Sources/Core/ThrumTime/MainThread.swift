import CLinux
import Dispatch
import Glibc
import Synchronization

/// What corresponds to a phone's main thread: the process's first thread, and any thread that serves the main queue.
///
/// In Swift Testing on Linux, other threads serve the main queue.
package enum MainThread {
  private static let key = DispatchSpecificKey<Bool>()
  private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

  private struct Sync {
    var isInside: @Sendable () -> Bool = { false }
  }
  private static let sync = Mutex(Sync())

  /// Sets how to see whether the current thread is the main thread in a block of `queue.sync`, where it has no mark of
  /// the main queue. Until then, such a block counts as off the main thread.
  package static func observeSync(isInside: @escaping @Sendable () -> Bool) {
    sync.withLock { $0.isInside = isInside }
  }

  /// Whether the caller runs there.
  package static var isCurrent: Bool {
    _ = mark
    return thrum_thread_number() == getpid() || DispatchQueue.getSpecific(key: key) == true
      || sync.withLock { $0.isInside }()
  }
}
