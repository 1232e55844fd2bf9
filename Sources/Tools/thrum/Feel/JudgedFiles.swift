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
    let pool: FeelPool
  }

  init(_ items: [Manifest.Item], on motors: [FeelMotor], jobs: Int?) {
    let inputs = Workers(jobs).map(items) { item in JudgedFiles.read(item) }
    let pools = motors.map(FeelPool.init)
    let pairs = inputs.flatMap { input -> [Pair] in
      if case .success(let input) = input { pools.map { Pair(events: input.events, pool: $0) } } else { [] }
    }
    var felt = Workers(jobs).map(pairs) { pair in
      pair.pool.using { $0.felt(pair.events, Work<Never>.endless) }
    }[...]
    outcomes = zip(items, inputs).map { item, input in
      switch input {
      case .success(let input):
        let columns = zip(motors, felt.prefix(motors.count)).map { FeelReport.Motor($0, $1) }
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
