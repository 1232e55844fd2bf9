import ArgumentParser
import Foundation

/// Runs the tests lane by lane and prints a short summary.
@main
struct Lanes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the tests lane by lane.",
    discussion: """
      Examples:
        Lanes .build/debug/thrumPackageTests.xctest
        Lanes .build/debug/thrumPackageTests.xctest --lane unit --shuffle 7
        Lanes .build/debug/thrumPackageTests.xctest --busy 2      (two busy processes per core)
        Lanes .build/debug/thrumPackageTests.xctest --compilers 2 --writers 1
        Lanes .build/debug/thrumPackageTests.xctest --freeze 0.25 (stopped for 0.25 s of every second)
      """)

  @Argument(help: "The test bundle that `swift build --build-tests` makes.")
  var bundle: String

  @Option(help: "Run this lane only: unit or device.")
  var lane: Lane?

  @Option(help: ArgumentHelp("Run only what matches a regular expression.", valueName: "pattern"))
  var filter: String?

  @Option(help: "In the unit lane, run groups of suites in an order and a width that follow from a seed.")
  var shuffle: UInt64?

  @Option(help: ArgumentHelp("Busy processes per core beside the tests.", valueName: "count"))
  var busy = 0

  @Option(help: ArgumentHelp("Compilers beside the tests, one after another in each place.", valueName: "count"))
  var compilers = 0

  @Option(
    help: ArgumentHelp("Processes beside the tests that write files and wait for the disk.", valueName: "count"))
  var writers = 0

  @Option(help: ArgumentHelp("Stop the test process for this part of every second.", valueName: "seconds"))
  var freeze = 0.0

  @Flag(help: "List the tests of the device lane with the reason of each suite.")
  var list = false

  mutating func validate() throws {
    guard freeze >= 0, freeze < 1 else { throw ValidationError("--freeze must be from 0 to less than 1 s") }
    for (name, count) in [("busy", busy), ("compilers", compilers), ("writers", writers)] {
      guard (0...64).contains(count) else { throw ValidationError("--\(name) must be from 0 to 64") }
    }
  }

  func run() throws {
    let catalogue = try Catalogue(bundle: bundle)
    if list { return catalogue.printDeviceTests() }
    let disturbance = try Disturbance(
      neighbours: [.busy: busy * ProcessInfo.processInfo.activeProcessorCount, .compiler: compilers, .writer: writers],
      freezeSeconds: freeze)
    defer { disturbance.end() }
    var report = Report()
    for lane in Lane.allCases where self.lane == nil || self.lane == lane {
      let begin = ContinuousClock.now
      for call in catalogue.calls(lane, filter: filter, seed: shuffle) {
        report.add(try TestProcess(bundle: bundle, call: call).run(disturbance), of: lane)
      }
      report.end(lane, after: begin.duration(to: .now))
    }
    report.print()
    if !report.isGreen { throw ExitCode.failure }
  }
}

/// Ways to run tests, see `CONTRIBUTING.md`.
enum Lane: String, CaseIterable, ExpressibleByArgument {
  /// In parallel, with virtual clocks and fakes.
  case unit
  /// One suite per process, one test at a time, with real threads and deadlines.
  case device
}
