import CRealtime
import Glibc

/// A limit on threads: `ulimit -u`, or that of a container. Dispatch waits without end for a thread that it cannot have,
/// so a command makes sure of its threads before it asks for the first.
enum ThreadLimit {
  /// Threads that a command with an engine may need at once, those of a sound server's library included.
  static let engine = 12

  /// Fails when so many more threads cannot be had at once.
  static func check(_ count: Int) throws {
    guard thrum_threads_try(Int32(count)) == 0 else { throw failure }
  }

  /// What is said when there are too few.
  static let failure = Failure(
    .system,
    "the system gives no more threads: raise the limit on processes (ulimit -u, or a container's limit on pids), or end "
      + "other programs")
}
