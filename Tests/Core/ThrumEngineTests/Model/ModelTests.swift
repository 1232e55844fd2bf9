import ThrumScenario
import Foundation
import ThrumEngine
import Testing

/// Random sequences of calls and faults against a plain model of what an engine has to do. `THRUM_SEEDS` is how many,
/// 200 unless it says otherwise; `THRUM_SEED` is the first. `make soak` runs 20 000.
@Suite struct ModelTests {
  static let shares: UInt64 = 8
  static let seeds = number("THRUM_SEEDS") ?? 200
  static let firstSeed = number("THRUM_SEED") ?? 1

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test(arguments: 0..<shares) func `the engine does what the model does, whatever happens`(share: UInt64) {
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
    // Sequences that fall between two instants are few, or the test tests nothing.
    #expect(ambiguous * 5 <= count + 20)
  }
}

/// Virtual time is the same on every run, whatever else the machine does.
@Suite struct DeterminismTests {
  /// What is left of a sequence: the log's bytes, and the samples of some.
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

  @Test func `the same steps leave the same bytes, alone and among many others`() async {
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

  @Test func `what the model prints is a scenario that can be read`() throws {
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
