import ArgumentParser
import Glibc
import Synchronization
import ThrumAnalysis
import ThrumDevice
import ThrumPattern

struct Feel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feel",
    abstract: "Tell whether each event will be felt on phones, watches and other motors.",
    discussion: """
      Examples:
        thrum feel tap.ahap
        thrum feel Haptics/ --on iphone-taptic,erm-coin
        thrum feel tap.ahap --on ./mine.json           (a file that thrum fit wrote)
        thrum feel tap.ahap --on all --json | jq '.motors[].events[].verdict'

      Without --on: the modelled phone, a watch, two coin motors, an eccentric motor and a game pad. \
      Docs/Feel.md explains the verdicts. Exit code 1 if an event is not felt somewhere.
      """)

  @Argument(
    help: "Files and folders; folders are searched for *.ahap and *.haptic. - is standard input.",
    completion: Completions.patterns)
  var paths: [String]

  @Option(name: .long, help: "Motors, separated by commas: presets, actuator files, or all.")
  var on: String?

  @OptionGroup var many: ManyOptions

  @Flag(name: .long, help: "JSON (schema thrum.feel/1): a document, or a list of them for several files.")
  var json = false

  func validate() throws {
    for name in names where name != "all" { try ActuatorArgument.validate(name) }
  }

  private var names: [String] {
    on.map { $0.split(separator: ",").map { $0.trimmingPrefix(" ") }.map(String.init) } ?? []
  }

  func run() throws {
    try reporting {
      let motors = try motors()
      let found = try PatternSearch.items(in: paths)
      let items = many.shard?.part(of: found) ?? found
      let analyses = AnalysisPool(motors)
      let results = Workers(many.jobs).map(items) { item in Feel.result(of: item, analyses) }
      for failure in results.compactMap(\.failure) { Console.error(failure.description) }
      let reports = results.compactMap(\.report)
      if json {
        if reports.isEmpty {
          // Only the errors are printed.
        } else if items.count == 1, let only = reports.first?.report {
          try Console.document(JSONText.encode(only))
        } else {
          try Console.document(JSONText.encode(reports.map(\.report)))
        }
      } else {
        for (place, report) in reports.enumerated() {
          try Console.lines((place == 0 ? [] : [""]) + FeelTable(report.report, report.pattern).lines)
        }
      }
      if let unreadable = results.lazy.compactMap(\.failure).first { throw unreadable.told }
      if reports.contains(where: { !$0.report.isFelt }) { throw ExitCode(Failure.Code.findings.rawValue) }
    }
  }

  private func motors() throws -> [FeelMotor] {
    guard !names.isEmpty else { return FeelMotor.usual }
    return try names.flatMap { name -> [FeelMotor] in
      guard name != "all" else { return ActuatorPreset.all.map { FeelMotor($0) } }
      var settings = RenderSettings()
      try ActuatorArgument.apply(name, to: &settings)
      return [FeelMotor(name: settings.actuator.name, settings: settings)]
    }
  }

  private struct Result: Sendable {
    var report: (report: FeelReport, pattern: Pattern)?
    var failure: Failure?
  }

  private static func result(of item: Manifest.Item, _ analyses: AnalysisPool) -> Result {
    do {
      if let problem = item.problem { throw problem }
      let file = try PatternFile.readAll([item.input], partners: false)[0]
      let pattern = try file.playable { _ in }
      return Result(report: (analyses.use { $0.report(pattern, path: file.name) }, pattern))
    } catch {
      return Result(failure: error as? Failure ?? Failure(.noInput, "\(error)"))
    }
  }
}

/// Analyses that threads take in turn, since each remembers how the motors respond.
private final class AnalysisPool: Sendable {
  private let motors: [FeelMotor]
  private let idle = Mutex<[FeelAnalysis]>([])

  init(_ motors: [FeelMotor]) { self.motors = motors }

  func use(_ body: (inout FeelAnalysis) -> FeelReport) -> FeelReport {
    var analysis = idle.withLock { $0.popLast() } ?? FeelAnalysis(motors)
    defer { idle.withLock { $0.append(analysis) } }
    return body(&analysis)
  }
}
