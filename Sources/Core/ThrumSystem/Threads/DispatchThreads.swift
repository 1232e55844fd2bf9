import CLinux

/// The threads of Dispatch, which a process created by fork(2) lacks if its parent had some.
///
/// Work that is put on a queue there never runs; `DispatchQueue.sync` does, on the caller's thread.
package enum DispatchThreads {
  /// Call before putting work on a queue.
  package static func willBeUsed() { thrum_threads_matter() }

  package static var areLost: Bool { thrum_threads_are_lost() != 0 }
}
