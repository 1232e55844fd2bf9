import Foundation

/// `make bench`: every figure of one run, as a table and as JSON.
///
/// Usage: Benchmarks OUT.json THRUM PATTERN [FOLDER ...], or Benchmarks --soak SECONDS
@main
enum Benchmarks {
  static func main() async throws {
    let arguments = CommandLine.arguments
    if arguments.count == 3, arguments[1] == "--soak", let seconds = Double(arguments[2]), seconds > 0 {
      exit(try await Soak.run(seconds: seconds) ? 0 : 1)
    }
    if arguments.count == 2, arguments[1] == "--render" {
      var report = Report()
      _ = RenderBenchmarks.run(&report)
      return
    }
    if arguments.count == 3, arguments[1] == "--voices", let voices = Int(arguments[2]) {
      // For a profiler: nothing else.
      print(RenderBenchmarks.nanosecondsAFrame(voices: voices, quanta: 400_000))
      return
    }
    guard arguments.count >= 4 else {
      print("usage: Benchmarks OUT.json THRUM PATTERN [FOLDER ...], or Benchmarks --soak SECONDS")
      exit(64)
    }
    var report = Report()
    let voice = RenderBenchmarks.run(&report)
    try EngineBenchmarks.run(&report)
    try FileBenchmarks.run(
      &report, folders: arguments.dropFirst(4).map { URL(fileURLWithPath: $0) }, voiceNanoseconds: voice)
    try ProcessBenchmarks.run(
      &report, thrum: URL(fileURLWithPath: arguments[2]), pattern: URL(fileURLWithPath: arguments[3]))
    try report.write(to: arguments[1])
    print("written: \(arguments[1])")
    if report.rows.contains(where: { $0.passes == false }) { exit(1) }
  }
}
