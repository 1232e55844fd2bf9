import Synchronization

/// Engines of earlier tests, set aside until the current test uses them.
///
/// Faults do not reach them, since a test must not stop a singleton that it does not use.
final class EarlierEngines: Sendable {
  private let missed = Mutex<[Int: [Fault]]>([:])
  private let isEmpty = Atomic<Bool>(true)
  /// Names of the tests in which engines were made.
  private let tests = Mutex<[Int: String]>([:])

  func begin(_ engines: [Int]) {
    missed.withLock { $0 = Dictionary(uniqueKeysWithValues: engines.map { ($0, []) }) }
    isEmpty.store(engines.isEmpty, ordering: .releasing)
  }

  /// Notes the test that the engines without one were made in.
  func note(_ engines: [Int], test: String) {
    tests.withLock { tests in
      tests = tests.filter { engines.contains($0.key) }
      for engine in engines where tests[engine] == nil { tests[engine] = test }
    }
  }

  func test(of engine: Int) -> String? { tests.withLock { $0[engine] } }

  /// The tests whose engines are set aside.
  var unusedTests: [String] {
    let engines = missed.withLock { $0.keys.sorted() }
    let tests = tests.withLock { $0 }
    var result: [String] = []
    for engine in engines { if let test = tests[engine], !result.contains(test) { result.append(test) } }
    return result
  }

  /// Returns whether the engine is set aside.
  func keep(_ faults: [Fault], for engine: Int) -> Bool {
    guard !isEmpty.load(ordering: .acquiring) else { return false }
    return missed.withLock { $0[engine]?.append(contentsOf: faults) != nil }
  }

  /// Returns the faults that an engine has missed, or `nil` if it is not set aside.
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
  /// A survivor enters the timeline and receives the faults that it has missed.
  func uses(_ engine: Int) {
    noteUse()
    guard let faults = earlierEngines.take(engine), let link = link(engine) else { return }
    link.logKept()
    for fault in faults { link.apply(fault) }
    guard !faults.isEmpty, let virtualTime, !virtualTime.isInside else { return }
    virtualTime.advance { virtualTime.now }
  }
}
