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
