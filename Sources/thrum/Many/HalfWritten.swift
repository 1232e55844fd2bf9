import Synchronization

/// The files that are being written at the moment.
final class HalfWritten: Sendable {
  private let paths = Mutex<Set<String>>([])

  /// All of them.
  var all: [String] { paths.withLock { Array($0) } }

  func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }
  func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }
}
