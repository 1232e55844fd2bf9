import Glibc
import Synchronization

/// The files that are being written at the moment, of which a signal that ends the process leaves none.
final class PartialFiles: Sendable {
  private let paths = Mutex<Set<String>>([])

  /// Creates a file by `make` and counts it in. Not while a signal ends the process: what is created then would stay.
  func create<File>(_ path: String, _ make: () throws -> File) throws -> File {
    var file: Result<File, any Error>?
    paths.withLock { paths in
      paths.insert(path)
      file = Result(catching: make)
    }
    guard let file else { preconditionFailure("the lock has called its body") }
    return try file.get()
  }

  /// Counts a file out: it is whole, or gone.
  func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Removes the files when SIGINT, SIGTERM or SIGHUP ends the process. Keep the value for as long as that holds.
  ///
  /// - Throws: `Failure` when no thread can be had.
  func removedBySignals() throws -> EndingSignals.Handler {
    try EndingSignals.handle(EndingSignals.numbers.filter { !EndingSignals.isIgnored($0) }) { number in
      self.end(exitCode: 128 + number)
    }
  }

  private func end(exitCode: Int32) {
    paths.withLock { paths in
      for path in paths { unlink(path) }
      _exit(exitCode)
    }
  }
}
