import Foundation
import TestSupport

/// `make bench`: prints all figures of one run as a table and writes them as JSON. `make bench-realtime` and
/// `make bench-check` run parts.
@main
enum Benchmarks {
  private static let usage = """
    usage: Benchmarks OUT.json THRUM PATTERN [FOLDER ...]   everything
           Benchmarks --ratios OUT.json                     ratios alone, held against generous bounds
           Benchmarks --realtime SECONDS OUT.json           deadlines while all cores are busy
           Benchmarks --files [FOLDER ...]                  parsing and rendering of files
           Benchmarks --processes THRUM [FOLDER ...]        whole processes, beside the interpreter and dd
           Benchmarks --render                              the renderer alone, beside the C reference
           Benchmarks --generate                            patterns from sounds: how good, how fast
           Benchmarks --fit                                 actuators fitted to recordings from other physics
           Benchmarks --fit SEED                            the random ones alone, with another seed
           Benchmarks --ground-truth [write]                what people felt, beside verdicts; into Docs/Feel.md
           Benchmarks --conversions FOLDER...               what conversions of the patterns there lose of what is felt
           Benchmarks --felt G                              levels of the WAV and AHAP files named on standard input
           Benchmarks --voices N                            one figure, for a profiler
           with --plain at the end: continuous events without the feed-forward
    """

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst().filter { $0 != Measured.plainOption }
    var report = Report()
    switch (arguments.first ?? "", arguments.count) {
    case ("--start-up", 1): try StartUp.run()
    case ("--busy", 1): RealtimeBenchmarks.beBusy()
    case ("--idle", 1): try RealtimeBenchmarks.beIdle()
    case ("--voices", 2):
      guard let voices = Int(arguments[1]), (0...256).contains(voices) else { return refuse() }
      print(RenderBenchmarks.nanosecondsAFrame(voices: voices, quanta: 400_000))
    case ("--generate", 1):
      GenerateBenchmarks.run(&report)
      if report.rows.contains(where: { $0.passes == false }) { exit(1) }
    case ("--fit", 1): if await !FitBenchmarks.run() { exit(1) }
    case ("--fit", 2):
      guard let seed = UInt64(arguments[1]) else { return refuse() }
      if await !FitBenchmarks.runRandom(seed: seed) { exit(1) }
    case ("--ground-truth", 1...2):
      guard arguments.count == 1 || arguments[1] == "write" else { return refuse() }
      print(try GroundTruth.table(), terminator: "")
      if arguments.count == 2 { try GroundTruth.write() }
    case ("--conversions", 2...):
      let folders = arguments.dropFirst().map { URL(fileURLWithPath: $0) }
      if try !ConversionSurvey.run(Array(folders)) { exit(1) }
    case ("--felt", 2):
      guard let fullScale = Double(arguments[1]), fullScale > 0 else { return refuse() }
      try FeltBenchmarks.run(fullScale: fullScale)
    case ("--render", 1): RenderBenchmarks.run(&report)
    case ("--files", 2...):
      try FileBenchmarks.run(&report, folders: arguments.dropFirst().map { URL(fileURLWithPath: $0) })
    case ("--processes", 2...):
      let folders = arguments.dropFirst(2).map { URL(fileURLWithPath: $0) }
      try WholeProcessBenchmarks.run(
        &report, thrum: URL(fileURLWithPath: arguments[1]), patterns: FileBenchmarks.patterns(in: folders))
    case ("--ratios", 2):
      RatioBenchmarks.run(&report)
      try finish(report, arguments[1])
    case ("--realtime", 3...):
      guard let seconds = Double(arguments[1]), seconds >= 1 else { return refuse() }
      try RealtimeBenchmarks.run(&report, seconds: seconds)
      try finish(report, arguments[2])
    case (let first, 3...) where !first.hasPrefix("--"):
      let thrum = URL(fileURLWithPath: arguments[1])
      // Runs first: the peak memory of a child is known only before a bigger one has run.
      try ProcessBenchmarks.run(&report, thrum: thrum, pattern: URL(fileURLWithPath: arguments[2]))
      let folders = arguments.dropFirst(3).map { URL(fileURLWithPath: $0) }
      try WholeProcessBenchmarks.run(&report, thrum: thrum, patterns: FileBenchmarks.patterns(in: folders))
      RenderBenchmarks.run(&report)
      EventBenchmarks.run(&report)
      GenerateBenchmarks.run(&report)
      try EngineBenchmarks.run(&report)
      try FileBenchmarks.run(&report, folders: folders)
      try RealtimeBenchmarks.run(&report, seconds: 5)
      try finish(report, arguments[0])
    default: refuse()
    }
  }

  private static func refuse() {
    print(usage)
    exit(64)
  }

  private static func finish(_ report: Report, _ path: String) throws {
    try report.write(to: path)
    print("written: \(path)")
    if report.rows.contains(where: { $0.passes == false }) { exit(1) }
  }
}
