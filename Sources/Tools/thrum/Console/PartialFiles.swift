import Glibc
import Synchronization
import ThrumSystem

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

enum AtomicFile {
  /// Writes bytes to a path, or to standard output for `-`. A failed write leaves an existing file untouched.
  static func write(_ bytes: [UInt8], to path: String) throws {
    guard path != "-" else { return try Console.out(bytes: bytes) }
    let place = FilePlace(path: path)
    let partialFiles = PartialFiles()
    let guards = try partialFiles.removedBySignals()
    defer { withExtendedLifetime(guards) {} }
    let descriptor = try partialFiles.create(place.temporaryPath) {
      place.create()
    }
    guard descriptor >= 0 else { throw Failure(.inputOutput, "cannot write \(path): \(systemError())") }
    do throws(SystemError) {
      var error: SystemError?
      do throws(SystemError) { try writeAll(bytes, to: descriptor) } catch let failure { error = failure }
      if close(descriptor) != 0, error == nil { error = SystemError() }
      if let error {
        place.abandon()
        throw error
      }
      try place.commit()
    } catch { throw Failure(.inputOutput, "cannot write \(path): \(error)") }
  }
}

enum OutputGuard {
  /// Throws `Failure` if the output is one of the inputs, under any name.
  static func refuse(_ output: String, over inputs: [String]) throws {
    var target = stat()
    guard output != "-", stat(output, &target) == 0, target.st_mode & S_IFMT == S_IFREG else { return }
    for input in inputs {
      var source = stat()
      guard input != "-", stat(input, &source) == 0 else { continue }
      if source.st_dev == target.st_dev, source.st_ino == target.st_ino {
        throw Failure(.usage, "\(output) is also the input and would be overwritten: give another name")
      }
    }
  }
}
