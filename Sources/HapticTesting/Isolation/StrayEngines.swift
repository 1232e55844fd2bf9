import HapticEngine
import Synchronization
import Testing

/// Finds the test that has to hear of an engine that was made outside any environment.
enum StrayEngines {
  private static let names = Mutex<[ObjectIdentifier: String]>([:])
  private static let installed: Void = HapticEnvironment.setStrayHandler { tell($0) }

  /// Notes which test runs in an environment.
  static func begin(_ environment: HapticEnvironment, name: String) {
    _ = installed
    names.withLock { $0[ObjectIdentifier(environment)] = name }
  }

  /// The test is over.
  static func end(_ environment: HapticEnvironment) {
    _ = names.withLock { $0.removeValue(forKey: ObjectIdentifier(environment)) }
  }

  /// Once for every engine: the only test that runs gets it as a problem; of several none is blamed, and the issue,
  /// which belongs to none, names them. A test without an environment of its own has made its engine on purpose.
  static func tell(_ watchers: [HapticEnvironment]) {
    guard Test.current == nil else { return }
    guard watchers.count > 1 else {
      for watcher in watchers { watcher.report(HapticEnvironment.strayMessage("this test")) }
      return
    }
    let known = names.withLock { names in watchers.compactMap { names[ObjectIdentifier($0)] } }.sorted()
    let who = "one of these tests: " + known.prefix(8).joined(separator: ", ") + (known.count > 8 ? ", …" : "")
    Failure.report(HapticEnvironment.strayMessage(who), at: SourceLocation.unknown)
  }
}
