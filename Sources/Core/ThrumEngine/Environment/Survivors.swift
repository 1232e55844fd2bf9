import Synchronization

/// Engines of earlier tests that the current test has not used yet.
///
/// They are not part of its timeline, and its faults do not reach them: a singleton must not be stopped by a test that
/// does not use it. At first use, an engine experiences the faults that it has missed.
final class Survivors: Sendable {
  private let missed = Mutex<[Int: [Fault]]>([:])
  private let isEmpty = Atomic<Bool>(true)

  /// Sets the engines aside, by number.
  func begin(_ engines: [Int]) {
    missed.withLock { $0 = Dictionary(uniqueKeysWithValues: engines.map { ($0, []) }) }
    isEmpty.store(engines.isEmpty, ordering: .releasing)
  }

  /// Keeps faults for an engine that is set aside; returns whether it is.
  func keep(_ faults: [Fault], for engine: Int) -> Bool {
    guard !isEmpty.load(ordering: .acquiring) else { return false }
    return missed.withLock { $0[engine]?.append(contentsOf: faults) != nil }
  }

  /// Takes the faults of an engine that was set aside; `nil` if it was not.
  func take(_ engine: Int) -> [Fault]? {
    guard !isEmpty.load(ordering: .acquiring) else { return nil }
    return missed.withLock { missed in
      let faults = missed.removeValue(forKey: engine)
      if missed.isEmpty { isEmpty.store(true, ordering: .releasing) }
      return faults
    }
  }
}

extension HapticEnvironment {
  /// Notes the use of an engine by the app. A survivor of an earlier test enters the timeline, experiences the faults
  /// that it has missed, and its handlers are called.
  func uses(_ engine: Int) {
    noteUse()
    guard let faults = survivors.take(engine), let link = link(engine) else { return }
    link.logKept()
    for fault in faults { link.apply(fault) }
    guard !faults.isEmpty, let virtualTime, !virtualTime.isInside else { return }
    virtualTime.moving { virtualTime.driver.sync { _ = virtualTime.run(to: virtualTime.now, pausing: false) } }
  }
}
