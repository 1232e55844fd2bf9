import ArgumentParser
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
    var causes: [String] = []
    do {
      if let problem = item.problem { throw problem }
      let file = try PatternFile.whole(item.input)
      let group = try file.playable { causes.append($0) }
      return .success(Input(file: file, group: group, events: FeelEvents(group)))
    } catch {
      return .failure((error as? Failure ?? Failure(.noInput, "\(error)")).because(causes))
    }
  }
}

/// `thrum feel --fix`: writes a pattern with the cures applied, and prints them.
struct FeelFixing {
  private let motors: [FeelMotor]
  private let kinds: Set<FeelCure.Kind>

  init(_ motors: [FeelMotor], kinds: Set<FeelCure.Kind>) {
    self.motors = motors
    self.kinds = kinds
  }

  func run(_ item: Manifest.Item, to output: String) throws {
    if let problem = item.problem { throw problem }
    let file = try PatternFile.whole(item.input)
    _ = try file.playable()
    guard let document = file.document.ahap else {
      throw Failure(.badData, "\(file.name): --fix changes AHAP files only; use `thrum convert` first")
    }
    guard document.text == file.bytes else {
      throw Failure(.badData, "\(file.name): --fix changes UTF-8 files only; save it as UTF-8")
    }
    var analyses = motors.map(FeelAnalysis.init)
    let fix = FeelFix(document, kinds: kinds, on: &analyses, Work<Never>.endless)
    try AtomicFile.write(fix.text, to: output)
    for change in fix.changes {
      Console.message("\(file.name): event \(change.index) at \(fixed(change.time, 3)) s: \(change.cure.words)")
    }
    if fix.changes.isEmpty { Console.message("\(file.name): nothing to change") }
    guard let pattern = AHAP.read(fix.text, name: file.name).pattern else { return }
    let left = FeelReport(PatternGroup(pattern), path: file.name, on: &analyses, Work<Never>.endless)
    for motor in left.motors {
      let count = motor.events.count(where: \.isFinding)
      if count > 0 {
        Console.message("\(file.name): on \(motor.name), \(count) of \(motor.events.count) events cannot be cured")
      }
    }
    if !left.isFelt { throw ExitCode(Failure.Code.findings.rawValue) }
  }
}
