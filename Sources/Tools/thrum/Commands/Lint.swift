import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumFeel
import ThrumFormats
import ThrumPattern

struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Find what Core Haptics rejects, changes or ignores in pattern files.",
    discussion: """
      Examples:
        thrum lint tap.ahap
        thrum lint Haptics/ --strict  (warnings count as findings)
        thrum lint Haptics/ --on coin-lra-175  (also events not felt on this motor)
        thrum lint Haptics/ --junit report.xml --sarif report.sarif
        thrum lint --json tap.ahap | jq '.findings[].code'
        find . -name '*.ahap' | thrum lint --list - --shard 3/8

      Docs/Diagnostics.md explains every code. The exit code is 1 if there are errors (with --strict, also for \
      warnings), 66 if there is nothing to read, and otherwise 0.
      """)

  @Argument(
    help: "Files and folders; folders are searched for *.ahap, *.haptic and *.he; - is standard input.",
    completion: Completions.patterns)
  var paths: [String] = []

  @Option(name: .long, help: "A list of files to check, one per line; - is standard input.", completion: .file())
  var list: String?

  @OptionGroup var many: ManyOptions

  @Flag(name: .long, help: "Print JSON (schema thrum.lint/1).")
  var json = false

  @Option(name: .long, help: "Write a JUnit report to this file.", completion: .file())
  var junit: String?

  @Option(name: .long, help: "Write a SARIF report to this file.", completion: .file())
  var sarif: String?

  @OptionGroup var motors: MotorOptions

  @Flag(name: .long, help: "Count warnings as findings.")
  var strict = false

  @Flag(name: .long, help: "Leave out notes.")
  var quiet = false

  func run() throws {
    try reporting {
      let files = try wanted()
      for report in [junit, sarif].compactMap({ $0 }) { try OutputGuard.refuse(report, over: files.map(\.input)) }
      let results = try adding(Workers(many.jobs).map(files, result), of: files)
      for failure in results.compactMap(\.failure) { Console.error(failure.description) }
      if json { try Console.document(JSONText.encode(LintDocument(results))) } else { try printText(results) }
      if let junit { try JUnitReport.write(results, of: "lint", strict: strict, to: junit) }
      if let sarif { try SARIFReport.write(results, to: sarif) }
      if results.contains(where: { $0.fails(strict: strict) }) { throw ExitCode(Failure.Code.findings.rawValue) }
      if let unreadable = results.lazy.compactMap(\.failure).first { throw unreadable.alreadyShown }
    }
  }

  mutating func validate() throws {
    guard !paths.isEmpty || list != nil else {
      throw ValidationError("nothing to check: specify a file or a folder")
    }
    try motors.validate()
  }

  /// Adds the verdicts for the motors given by `--on`.
  private func adding(_ results: [LintResult], of files: [Manifest.Item]) throws -> [LintResult] {
    guard let motors = try motors.motors() else { return results }
    let felt = JudgedFiles(files, on: motors, jobs: many.jobs).results
    return zip(results, felt).map { result, felt in
      guard case .findings(let found) = result.outcome else { return result }
      let shown = felt.findings.filter { !quiet || $0.severity != .note }
      return LintResult(file: result.file, outcome: .findings((found + shown).sorted()))
    }
  }

  private func wanted() throws -> [Manifest.Item] {
    let listed = try list.map(Manifest.read) ?? []
    let found = try paths.isEmpty ? [] : PatternSearch.items(in: paths)
    guard !(listed + found).isEmpty else { throw Failure(.noInput, "\(list ?? ""): the list contains no pattern") }
    return many.shard?.part(of: listed + found) ?? listed + found
  }

  private func result(of item: Manifest.Item) -> LintResult {
    do {
      if let problem = item.problem { throw problem }
      let file = try PatternFile.whole(item.input)
      let findings = LintResult.findings(in: file.document, sound: file.soundState)
      let shown = quiet ? findings.filter { $0.severity != .note } : findings
      return LintResult(file: file.name, outcome: .findings(shown))
    } catch {
      return LintResult(file: item.input, outcome: .unreadable(error as? Failure ?? Failure(.noInput, "\(error)")))
    }
  }

  private func printText(_ results: [LintResult]) throws {
    let isColored = Console.hasColor
    for result in results {
      try isColored
        ? Console.drawing(result.findings.flatMap(\.colored)) : Console.lines(result.findings.flatMap(\.shown))
    }
    let all = results.flatMap(\.findings)
    let counts = Severity.allCases.map { severity in
      let count = all.count { $0.severity == severity }
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let unreadable = results.count { $0.failure != nil }
    let read = results.count - unreadable
    let rest = unreadable > 0 ? "; \(unreadable) could not be read" : ""
    Console.message(
      "\(read) \(read == 1 ? "file" : "files"): \(counts.joined(separator: ", "))\(rest)")
  }
}

extension Lint: TakesManyFiles {
  var givenFiles: [String] {
    get { paths }
    set { paths = newValue }
  }
}
