import ThrumEngine
import Synchronization
import Testing

/// Which test runs in which environment: whom to tell of an engine that was made outside any.
enum RunningTests {
  private struct Entry {
    let name: String
    var hasFailed = false
  }

  private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])
  private static let installed: Void = HapticEnvironment.setStrayHandler { reportStray($0) }

  /// Notes which test runs in an environment.
  static func begin(_ environment: HapticEnvironment, name: String) {
    _ = installed
    entries.withLock { $0[ObjectIdentifier(environment)] = Entry(name: name) }
  }

  /// Notes that an expectation failed there.
  static func noteFailure(in environment: HapticEnvironment) {
    entries.withLock { $0[ObjectIdentifier(environment)]?.hasFailed = true }
  }

  /// The test is over; returns whether an expectation of ours failed.
  @discardableResult
  static func end(_ environment: HapticEnvironment) -> Bool {
    entries.withLock { $0.removeValue(forKey: ObjectIdentifier(environment))?.hasFailed ?? false }
  }

  /// Once for every engine: the only test that runs gets it as a problem; of several none is blamed, and the issue,
  /// which belongs to none, names them. A test without an environment of its own has made its engine on purpose.
  static func reportStray(_ watchers: [HapticEnvironment]) {
    guard Test.current == nil else { return }
    guard watchers.count > 1 else {
      for watcher in watchers { watcher.report(HapticEnvironment.strayMessage("this test")) }
      return
    }
    let known = entries.withLock { entries in watchers.compactMap { entries[ObjectIdentifier($0)]?.name } }.sorted()
    let who = "one of these tests: " + known.prefix(8).joined(separator: ", ") + (known.count > 8 ? ", …" : "")
    TestFailures.report(HapticEnvironment.strayMessage(who), at: SourceLocation.unknown)
  }
}
