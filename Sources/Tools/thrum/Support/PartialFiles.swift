import Glibc
import Synchronization

/// Unfinished output files, deleted when a signal ends the process.
final class PartialFiles: Sendable {
  private let paths = Mutex<Set<String>>([])

  /// Creates and registers a file under the lock, so that no handler misses it.
  func create<File>(_ path: String, _ make: () throws -> File) throws -> File {
    var file: Result<File, any Error>?
    paths.withLock { paths in
      paths.insert(path)
      file = Result(catching: make)
    }
    guard let file else { preconditionFailure("withLock returned without calling its body") }
    return try file.get()
  }

  func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Deletes the files on SIGINT, SIGTERM or SIGHUP, while the returned object exists.
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
