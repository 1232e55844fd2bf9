import Dispatch
import Glibc
import Synchronization

/// The files that are being written at the moment, of which a signal that ends the process leaves none.
final class HalfWritten: Sendable {
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
  func removedBySignals() -> [any DispatchSourceSignal] {
    let registered = DispatchSemaphore(value: 0)
    let sources = [SIGINT, SIGTERM, SIGHUP].filter { !SignalWatcher.isIgnored($0) }.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
      source.setEventHandler { self.end(exitCode: 128 + number) }
      // Dispatch takes the signal over in this moment; before, it ends the process as ever.
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      return source
    }
    for _ in sources { registered.wait() }
    return sources
  }

  private func end(exitCode: Int32) {
    paths.withLock { paths in
      for path in paths { unlink(path) }
      _exit(exitCode)
    }
  }
}
