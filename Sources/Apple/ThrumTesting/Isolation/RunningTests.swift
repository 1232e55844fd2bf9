import Synchronization
import Testing
import ThrumEngine

/// Running tests and their environments, for reports about engines created outside any of them.
enum RunningTests {
  private struct Entry {
    let name: String
    var hasFailed = false
  }

  private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])
  private static let installed: Void = HapticEnvironment.setStrayHandler { reportStray($0, $1) }

  static func begin(_ environment: HapticEnvironment, name: String) {
    _ = installed
    entries.withLock { $0[ObjectIdentifier(environment)] = Entry(name: name) }
  }

  static func noteFailure(in environment: HapticEnvironment) {
    entries.withLock { $0[ObjectIdentifier(environment)]?.hasFailed = true }
  }

  /// Returns whether an expectation failed.
  @discardableResult
  static func end(_ environment: HapticEnvironment) -> Bool {
    entries.withLock { $0.removeValue(forKey: ObjectIdentifier(environment))?.hasFailed ?? false }
  }

  /// Reports a stray engine or notification to the running test; if several tests are running, records an issue that
  /// names up to eight of them. Ignores strays from tests with no environment.
  static func reportStray(_ watchers: [HapticEnvironment], _ stray: Stray) {
    guard Test.current == nil else { return }
    guard watchers.count > 1 else {
      for watcher in watchers { watcher.report(stray.message("this test")) }
      return
    }
    let known = entries.withLock { entries in watchers.compactMap { entries[ObjectIdentifier($0)]?.name } }.sorted()
    let who = "one of these tests (" + known.prefix(8).joined(separator: ", ") + (known.count > 8 ? ", …)" : ")")
    TestFailures.report(stray.message(who), at: SourceLocation.unknown)
  }
}
