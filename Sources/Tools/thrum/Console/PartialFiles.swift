import CLinux
import Glibc
import ThrumSystem

/// Unfinished output files, deleted when a signal ends the process.
enum PartialFiles {
  /// Deletes the files on SIGINT, SIGTERM or SIGHUP, while the returned object exists, and exits. Other signals that
  /// end the process delete them too (`thrum_unfinished_guard`).
  static func removedBySignals() throws -> EndingSignals.Handler {
    try EndingSignals.handle(EndingSignals.numbers.filter { !EndingSignals.isIgnored($0) }) { number in
      thrum_unfinished_remove()
      _exit(128 + number)
    }
  }
}

enum AtomicFile {
  /// Writes bytes to a path, or to standard output for `-`. A failed write leaves an existing file untouched.
  static func write(_ bytes: [UInt8], to path: String) throws {
    guard path != "-" else { return try Console.out(bytes: bytes) }
    let place = FilePlace(path: path)
    let guards = try PartialFiles.removedBySignals()
    defer { withExtendedLifetime(guards) {} }
    let descriptor = place.create()
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
