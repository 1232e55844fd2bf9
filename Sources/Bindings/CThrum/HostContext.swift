import CThrumHeader
import Dispatch
import Glibc
import Synchronization

/// A context pointer of the host's, with the function that releases it.
///
/// The function is called once, by ``release()`` or, if a call failed before it kept the context, by `deinit`.
final class HostContext: Sendable {
  /// Safety: passed back to the caller and never read here; the caller guards its target.
  nonisolated(unsafe) let pointer: UnsafeMutableRawPointer?
  private let function: thrum_release?
  private let isReleased = Atomic<Bool>(false)

  init(_ pointer: UnsafeMutableRawPointer?, _ function: thrum_release?) {
    self.pointer = pointer
    self.function = function
  }

  deinit { release() }

  var needsRelease: Bool { function != nil }

  /// - Thread: any that holds no lock and no engine's queue, since the function may call the library.
  func release() {
    guard let function, !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
    _ = cthrum_callback(1)
    function(pointer)
    _ = cthrum_callback(-1)
  }
}
