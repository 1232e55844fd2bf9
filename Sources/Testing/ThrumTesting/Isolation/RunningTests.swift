import Synchronization
import Testing
import ThrumEngine
import ThrumSystem
import ThrumTime

/// Running tests and their environments, for reports about engines created outside any of them.
enum RunningTests {
  private struct Entry {
    let name: String
    var hasFailed = false
  }

  private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])
  private static let installed: Void = {
    HapticEnvironment.setOutsideUseHandler { reportOutsideUse($0, $1) }
    HapticEnvironment.setTestTaskCheck { Test.current != nil }
  }()

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
  static func reportOutsideUse(_ watchers: [HapticEnvironment], _ stray: OutsideUse) {
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

/// The device for exclusive tests, kept while one of its engines exists (decision 0036). Callers take turns
/// (``TaskTurns``).
enum ExclusiveDevice {
  private static let last = Mutex<HapticEnvironment?>(nil)

  static func make(_ profile: HardwareProfile) -> HapticEnvironment {
    guard let known = last.withLock({ $0.take() }), known.livingEngineCount > 0 else {
      return .virtual(profile: profile)
    }
    known.restart(profile: profile)
    return known
  }

  /// Before ``leave(_:)``: an engine about to be freed must not be mistaken for a singleton's.
  static func settle(_ environment: HapticEnvironment) async {
    if environment.livingEngineCount > 0 { await environment.settle() }
  }

  static func leave(_ environment: HapticEnvironment) {
    let next = environment.livingEngineCount > 0 ? environment : nil
    last.withLockReleasing { last in
      defer { last = next }
      return last
    }
  }
}
