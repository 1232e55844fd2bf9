import Foundation
import Testing
import ThrumEngine
import ThrumScenario

/// Random sequences of calls and faults, compared with a plain model of the engine. `THRUM_SEEDS` is the number of
/// sequences (200 by default), `THRUM_SEED` the first. `make soak` runs 20 000.
@Suite struct ModelTests {
  static let shares: UInt64 = 8
  static let seeds = number("THRUM_SEEDS") ?? 200
  static let firstSeed = number("THRUM_SEED") ?? 1

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test(arguments: 0..<shares) func `the engine matches the model on random sequences`(share: UInt64) {
    var (failures, ambiguous, count) = (0, 0, 0)
    let end = ModelTests.firstSeed + ModelTests.seeds
    for seed in stride(from: ModelTests.firstSeed + share, to: end, by: Int(ModelTests.shares)) where failures < 3 {
      var generator = StepGenerator(seed: seed)
      let steps = generator.sequence()
      count += 1
      switch ModelRunner.run(steps, isController: StepGenerator.isController(seed: seed)) {
      case .same: continue
      case .ambiguous: ambiguous += 1
      case .different(let mismatch):
        Issue.record("seed \(seed)\n\(ModelRunner.shrink(mismatch))")
        failures += 1
      }
    }
    // Few sequences may be ambiguous, or the test proves nothing.
    #expect(ambiguous * 5 <= count + 20)
  }
}

/// Virtual time is the same on every run, whatever the machine does.
@Suite struct DeterminismTests {
  /// Output of a sequence: the log's bytes, and for some seeds the samples.
  private struct Trace: Equatable, Sendable {
    let timeline: String
    let samples: [Float]
  }

  private static func trace(seed: UInt64) -> Trace? {
    var generator = StepGenerator(seed: seed)
    guard let subject = try? Subject(isController: StepGenerator.isController(seed: seed)) else { return nil }
    for step in generator.sequence() { _ = subject.take(step) }
    let samples = seed % 8 == 0 ? subject.engine?.withEngine { $0.samples(0...0.75) } : []
    return Trace(timeline: subject.environment.timeline.json(), samples: samples ?? [])
  }

  @Test func `the same steps produce identical logs and samples, run alone or in parallel`() async {
    let seeds: [UInt64] = (1...48).map { $0 * 7919 }
    let alone = seeds.map { DeterminismTests.trace(seed: $0) }
    let together = await withTaskGroup(of: (Int, Trace?).self) { group in
      for (index, seed) in seeds.enumerated() {
        group.addTask { (index, DeterminismTests.trace(seed: seed)) }
      }
      return await group.reduce(into: [Trace?](repeating: nil, count: seeds.count)) { $0[$1.0] = $1.1 }
    }
    for (index, seed) in seeds.enumerated() {
      #expect(alone[index] != nil)
      #expect(alone[index] == together[index], "seed \(seed)")
    }
  }

  @Test func `a sequence printed by the model parses as a scenario`() throws {
    for seed in UInt64(1)...100 {
      var generator = StepGenerator(seed: seed)
      let text = (Sample.allCases.map(\.line) + generator.sequence().map(\.description)).joined(separator: "\n")
      let scenario = try Scenario(parsing: text, file: "seed \(seed)")
      for (sample, line) in zip(Sample.allCases, scenario.lines) {
        guard case .pattern(_, .events(let events)) = line.statement else {
          Issue.record("\(sample) is no pattern")
          continue
        }
        #expect(events == sample.pattern.events)
      }
    }
  }
}
