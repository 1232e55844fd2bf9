/// Summary of all lanes.
struct Report {
  private struct Line {
    var passed = 0
    var failures: [Failure] = []
    var skipped: [Failure] = []
    var seconds: Double?
  }
  private var lines: [Lane: Line] = [:]

  /// Whether nothing failed, and at least one test passed.
  var isGreen: Bool { lines.values.allSatisfy(\.failures.isEmpty) && lines.values.contains { $0.passed > 0 } }

  /// Adds the result of a process.
  mutating func add(_ outcome: Outcome, of lane: Lane) {
    lines[lane, default: Line()].passed += outcome.passed
    lines[lane, default: Line()].failures += outcome.failures
    lines[lane, default: Line()].skipped += outcome.skipped
  }

  /// Records the end of a lane.
  mutating func end(_ lane: Lane, after duration: Duration) {
    lines[lane, default: Line()].seconds = duration / .seconds(1)
    print(lane)
  }

  private func print(_ lane: Lane) {
    guard let line = lines[lane] else { return }
    let seconds = line.seconds.map { "\(($0 * 10).rounded() / 10) s" } ?? ""
    Swift.print(
      "\(lane.rawValue): \(line.passed) passed, \(line.failures.count) failed, \(line.skipped.count) skipped, \(seconds)"
    )
    for (reason, tests) in Dictionary(grouping: line.skipped, by: \.reason).sorted(by: { $0.key < $1.key }) {
      Swift.print("  skipped: \(tests.map(\.test).sorted().joined(separator: "; "))\n    because \(reason)")
    }
  }

  /// Prints the failures and a summary line.
  func print() {
    let failures = Lane.allCases.flatMap { lane in lines[lane]?.failures ?? [] }
    for failure in failures { Swift.print("✘ \(failure.test)\n    \(failure.reason)") }
    let passed = lines.values.map(\.passed).reduce(0, +)
    let skipped = lines.values.map(\.skipped.count).reduce(0, +)
    Swift.print("\(passed) passed, \(failures.count) failed\(skipped > 0 ? ", \(skipped) skipped" : "")")
  }
}
