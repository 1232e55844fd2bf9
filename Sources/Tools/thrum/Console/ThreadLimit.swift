import CLinux
import Glibc

/// The limit on threads (`ulimit -u` or a container's). Commands check it first, because Dispatch waits forever if a
/// thread is refused.
enum ThreadLimit {
  /// Threads for an engine, including those of a sound server's library.
  static let engine = 12

  private static let descriptors = 20

  /// Throws `Failure` if `count` more threads or an engine's descriptors are unavailable.
  static func check(_ count: Int) throws {
    try checkDescriptors()
    guard thrum_threads_try(Int32(count)) == 0 else { throw failure }
  }

  private static func checkDescriptors() throws {
    let opened = (0..<descriptors).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { for descriptor in opened where descriptor >= 0 { close(descriptor) } }
    guard opened.contains(where: { $0 < 0 }) else { return }
    throw Failure(
      .system, "the process needs \(descriptors) free file descriptors: raise the limit (ulimit -n)")
  }

  static let failure = Failure(
    .system,
    "cannot start more threads: raise the limit on processes (ulimit -u, or a container's limit on pids), or end "
      + "other programs")
}
