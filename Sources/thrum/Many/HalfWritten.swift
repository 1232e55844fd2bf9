import Dispatch
import Glibc
import Synchronization

/// The files that are being written at the moment.
final class HalfWritten: Sendable {
  private let paths = Mutex<Set<String>>([])

  func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }
  func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Removes them when a signal ends the process. Keep the value for as long as that holds.
  func removedBySignals() -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
      source.setEventHandler { [self] in
        for path in paths.withLock({ $0 }) { unlink(path) }
        _exit(128 + number)
      }
      source.resume()
      return source
    }
  }
}
