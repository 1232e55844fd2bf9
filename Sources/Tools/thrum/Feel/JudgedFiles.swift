import Synchronization
import ThrumAnalysis
import ThrumFeel
import ThrumPattern

struct JudgedFiles {
  struct File: Sendable {
    let group: PatternGroup
    let report: FeelReport
    let document: AHAPDocument?
  }

  private enum Outcome {
    case judged(File)
    case unreadable(input: String, Failure)
  }

  private let outcomes: [Outcome]

  var files: [File] { outcomes.compactMap { if case .judged(let file) = $0 { file } else { nil } } }
  var failures: [Failure] { outcomes.compactMap { if case .unreadable(_, let failure) = $0 { failure } else { nil } } }

  var results: [LintResult] {
    outcomes.map { outcome in
      switch outcome {
      case .judged(let file):
        LintResult(
          file: file.report.path, outcome: .findings(file.report.findings(in: file.document).map(\.diagnostic)))
      case .unreadable(let input, let failure): LintResult(file: input, outcome: .unreadable(failure))
      }
    }
  }

  private struct Input: Sendable {
    let file: WholeFile
    let group: PatternGroup
    let events: FeelEvents
  }

  private struct Pair: Sendable {
    let events: FeelEvents
    let pool: MotorPool
  }

  init(_ items: [Manifest.Item], on motors: [FeelMotor], jobs: Int?) {
    let inputs = Workers(jobs).map(items) { item in JudgedFiles.read(item) }
    let pools = motors.map(MotorPool.init)
    let pairs = inputs.flatMap { input -> [Pair] in
      if case .success(let input) = input { pools.map { Pair(events: input.events, pool: $0) } } else { [] }
    }
    var felt = Workers(jobs).map(pairs) { $0.pool.felt($0.events) }[...]
    outcomes = zip(items, inputs).map { item, input in
      switch input {
      case .success(let input):
        let columns = zip(motors, felt.prefix(motors.count)).map { FeelReport.Motor(name: $0.name, events: $1) }
        felt = felt.dropFirst(motors.count)
        return .judged(
          File(
            group: input.group, report: FeelReport(path: input.file.name, motors: columns),
            document: input.file.document.ahap))
      case .failure(let failure): return .unreadable(input: item.input, failure)
      }
    }
  }

  private static func read(_ item: Manifest.Item) -> Result<Input, Failure> {
    do {
      if let problem = item.problem { throw problem }
      let file = try PatternFile.whole(item.input)
      let group = try file.playable { _ in }
      return .success(Input(file: file, group: group, events: FeelEvents(group)))
    } catch {
      return .failure(error as? Failure ?? Failure(.noInput, "\(error)"))
    }
  }
}

/// A motor's analyses. Each caches responses, so threads reuse idle analyses.
private final class MotorPool: Sendable {
  private let motor: FeelMotor
  private let idle = Mutex<[FeelAnalysis]>([])

  init(_ motor: FeelMotor) { self.motor = motor }

  func felt(_ events: FeelEvents) -> [FeltEvent] {
    var analysis = idle.withLock { $0.popLast() } ?? FeelAnalysis(motor)
    defer { idle.withLock { $0.append(analysis) } }
    return analysis.felt(events, Work<Never>.endless)
  }
}
