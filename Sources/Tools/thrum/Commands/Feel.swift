import ArgumentParser
import ThrumAnalysis
import ThrumDevice
import ThrumFeel
import ThrumPattern

struct Feel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feel",
    abstract: "Tell whether each event will be felt on the motors of phones, watches and other devices.",
    discussion: """
      Examples:
        thrum feel tap.ahap
        thrum feel Haptics/ --on iphone-taptic,erm-coin
        thrum feel tap.ahap --on ./mine.json           (a file that thrum fit wrote)
        thrum feel tap.ahap --on all --json | jq '.motors[].events[].verdict'
        thrum feel tap.ahap --on coin-lra-175 --fix -o cured.ahap
        thrum feel tap.ahap --fix --cures gap -o - | diff tap.ahap -
        thrum feel tap.ahap --plot tap.png
        thrum feel tap.ahap --pulses                   (on and off times, in ms)
        thrum feel tap.ahap --pulses --on erm-coin --json | jq -c '.motors[0].onOff'
        thrum feel Haptics/ --junit report.xml --sarif report.sarif

      Without --on, the motors are the modelled phone, a watch, two coin motors, an eccentric motor and a game pad. \
      Docs/Feel.md explains the verdicts. The exit code is 1 if an event is too short, hidden, fused with another, out \
      of order or not felt on one of the motors.
      """)

  @Argument(
    help: "Files and folders; folders are searched for *.ahap, *.haptic and *.he; - is standard input.",
    completion: Completions.patterns)
  var paths: [String]

  @OptionGroup var motors: MotorOptions

  @OptionGroup var many: ManyOptions

  @Flag(name: .long, help: "Print JSON (schema thrum.feel/1): one document, or a list of documents for several files.")
  var json = false

  @Flag(name: .long, help: "Apply the cures for the chosen motors; -o names the AHAP file to write.")
  var fix = false

  @Option(name: .long, help: "The kinds of cure that --fix applies: intensity, duration, gap (default: all).")
  var cures: String?

  @Option(name: .shortAndLong, help: "The file that --fix writes; - is standard output.", completion: .file())
  var output: String?

  @Flag(
    name: .long,
    help: "Search on and off times with which a motor without strengths feels most like the pattern on a phone.")
  var pulses = false

  @Option(name: .long, help: "Draw each event's felt level on each motor (.png or .svg).", completion: .file())
  var plot: String?

  @Option(name: .long, help: "Write a JUnit report to this file.", completion: .file())
  var junit: String?

  @Option(name: .long, help: "Write a SARIF report to this file.", completion: .file())
  var sarif: String?

  func validate() throws {
    try motors.validate()
    guard fix == (output != nil) else { throw ValidationError("--fix and -o must be used together") }
    guard fix || cures == nil else { throw ValidationError("--cures needs --fix") }
    _ = try kinds()
    guard !pulses || (!fix && junit == nil && sarif == nil) else {
      throw ValidationError("--pulses goes with --on, --json and --plot only")
    }
    guard plot == nil || Canvas.Format(fileName: plot ?? "") != nil else {
      throw ValidationError("--plot needs a file name that ends in .png or .svg")
    }
  }

  private func kinds() throws -> Set<FeelCure.Kind> {
    guard let cures else { return Set(FeelCure.Kind.allCases) }
    return try Set(
      MotorOptions.names(in: cures).map { name in
        guard let kind = FeelCure.Kind(rawValue: name) else {
          throw ValidationError("there is no cure “\(quoted(name))”: use intensity, duration or gap")
        }
        return kind
      })
  }

  func run() throws {
    try reporting {
      let chosen = try motors.motors()
      let found = try PatternSearch.items(in: paths)
      let items = many.shard?.part(of: found) ?? found
      for written in [output, plot, junit, sarif].compactMap({ $0 }) {
        try OutputGuard.refuse(written, over: items.map(\.input))
      }
      if pulses {
        return try search(
          only(items, for: "--pulses"), on: chosen.map { $0.map { OneBitMotor($0) } } ?? OneBitMotor.usual)
      }
      let motors = chosen ?? FeelMotor.usual
      if fix { return try FeelFixing(motors, kinds: kinds()).run(try only(items, for: "--fix"), to: output ?? "-") }
      let judged = JudgedFiles(items, on: motors, jobs: many.jobs)
      for failure in judged.failures {
        Console.messages(failure.causes)
        Console.error(failure.description)
      }
      try write(judged, count: items.count)
      if let unreadable = judged.failures.first { throw unreadable.alreadyShown }
      if judged.files.contains(where: { !$0.report.isFelt }) { throw ExitCode(Failure.Code.findings.rawValue) }
    }
  }

  private func only(_ items: [Manifest.Item], for option: String) throws -> Manifest.Item {
    guard items.count == 1, let item = items.first else {
      throw Failure(.usage, "\(option) takes a single file, not \(items.count)")
    }
    return item
  }

  private func search(_ item: Manifest.Item, on motors: [OneBitMotor]) throws {
    let file = try PatternFile.whole(item.input)
    let design = PulseDesign(try file.playable(), Work<Never>.endless)
    let report = PulseReport(design, path: file.name, on: motors, Work<Never>.endless)
    if let plot {
      try AtomicFile.write(PulsePlot(report).bytes(Canvas.Format(fileName: plot) ?? .png), to: plot)
    }
    if json {
      try Console.document(JSONText.encode(report))
    } else {
      try Console.lines(PulseTable(report: report).lines)
    }
  }

  private func write(_ judged: JudgedFiles, count: Int) throws {
    if let junit { try JUnitReport.write(judged.results, of: "feel", strict: true, to: junit) }
    if let sarif { try SARIFReport.write(judged.results, to: sarif) }
    let files = judged.files
    if let plot {
      guard count == 1 else { throw Failure(.usage, "--plot takes a single file, not \(count)") }
      if let file = files.first {
        try AtomicFile.write(FeelPlot(file.report, file.group).bytes(Canvas.Format(fileName: plot) ?? .png), to: plot)
      }
    }
    if files.isEmpty { return }
    if json {
      try Console.document(count == 1 ? JSONText.encode(files[0].report) : JSONText.encode(files.map(\.report)))
    } else if count == 1 {
      try Console.lines(FeelTable(files[0].report, files[0].group).lines)
    } else {
      try Console.lines(FeelSummary(files.map(\.report)).lines)
    }
  }
}

extension Feel: TakesManyFiles {
  var givenFiles: [String] {
    get { paths }
    set { paths = newValue }
  }
}
