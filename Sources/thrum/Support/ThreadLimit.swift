import Glibc

/// A limit on threads: `ulimit -u`, or that of a container. Dispatch waits without end for a thread that it cannot have,
/// so a command makes sure of its threads before it asks for the first.
enum ThreadLimit {
  /// What is said when there are too few.
  static let failure = Failure(
    .system,
    "the system gives no more threads: raise the limit on processes (ulimit -u, or a container's limit on pids), or end "
      + "other programs")
}
