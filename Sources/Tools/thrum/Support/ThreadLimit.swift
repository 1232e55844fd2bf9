import CRealtime
import Glibc

/// A limit on threads: `ulimit -u`, or that of a container. Dispatch waits without end for a thread that it cannot have,
/// so a command makes sure of its threads before it asks for the first.
enum ThreadLimit {
  /// Threads that a command with an engine may need at once, those of a sound server's library included.
  static let engine = 12

  /// File descriptors that such a command may need at once.
  private static let descriptors = 20

  /// Fails when this many more threads, or the descriptors of an engine, cannot be had at once.
  static func check(_ count: Int) throws {
    try checkDescriptors()
    guard thrum_threads_try(Int32(count)) == 0 else { throw failure }
  }

  private static func checkDescriptors() throws {
    let opened = (0..<descriptors).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { for descriptor in opened where descriptor >= 0 { close(descriptor) } }
    guard opened.contains(where: { $0 < 0 }) else { return }
    throw Failure(
      .system, "the process has too few file descriptors: \(descriptors) are wanted: raise the limit (ulimit -n)")
  }

  /// What is said when there are too few.
  static let failure = Failure(
    .system,
    "the system gives no more threads: raise the limit on processes (ulimit -u, or a container's limit on pids), or end "
      + "other programs")
}
