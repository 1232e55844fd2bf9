import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumEngine
import ThrumOutput
import ThrumPattern
import ThrumScenario

struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run a script of calls and faults in virtual time and print what happens.",
    discussion: """
      Examples:
        thrum simulate Docs/Scenarios/foreground-return.scenario
        thrum simulate test.scenario --json > timeline.json
        thrum simulate test.scenario -o test.wav
        printf 'pattern t = taps 0\\nplayer 1 = t\\nplayer 1 start' | thrum simulate -

      Time is virtual and nothing is played, so an hour passes in an instant. The exit code is 1 if an \
      expectation in the script is not met. Docs/Scenarios describes the format.
      """)

  @Argument(help: "The script; - is standard input.", completion: .file(extensions: ["scenario"]))
  var scenario: String

  @Flag(name: .long, help: "Print the timeline as JSON (schema thrum.timeline/1).")
  var json = false

  @Option(
    name: .shortAndLong, help: "Write the sound to a WAV file; the timeline goes to standard output.",
    completion: .file())
  var output: String?

  mutating func validate() throws {
    guard output == "-" else { return }
    throw ValidationError(
      "-o -: the timeline goes to standard output, so the sound needs a file; to write to a file named “-”, use ./-")
  }

  func run() throws {
    try reporting {
      let name = scenario == "-" ? "<stdin>" : scenario
      let bytes = try PatternFile.bytes(of: scenario, name: name)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw Failure(.badData, "\(name): the script is not UTF-8 text")
      }
      try ThreadLimit.check(ThreadLimit.engine)
      do {
        let script = try Scenario(parsing: text, file: name)
        if let output { try OutputGuard.refuse(output, over: inputs(of: script)) }
        let folder = folder
        let runner = ScenarioRunner(
          profile: script.profile, configuration: configuration,
          resolveSound: { Simulate.place(of: $0, in: folder) }, loadPattern: { try load($0) })
        try runner.run(script, file: name)
        try report(runner, name)
      } catch let error as ScenarioError {
        throw Failure(.badData, error.description)
      }
    }
  }

  private var configuration: EngineConfiguration {
    var configuration = EngineConfiguration()
    configuration.soundReader = SoundFileReader()
    return configuration
  }

  private func load(_ path: String) throws -> Pattern {
    let file = try PatternFile.whole(Simulate.place(of: path, in: folder))
    let group = try file.playable()
    // A scenario's player plays one pattern, so the parts are merged.
    if group.parts.count > 1, let merged = file.document.merged { return merged }
    return group.patterns[0]
  }

  private var folder: String { scenario == "-" ? "." : thrum.folder(ofPath: scenario) }

  private static func place(of path: String, in folder: String) -> String {
    path.hasPrefix("/") || folder.isEmpty ? path : folder + "/" + path
  }

  private func inputs(of script: Scenario) -> [String] {
    let named = script.lines.flatMap { line -> [String] in
      switch line.statement {
      case .pattern(_, .file(let path)), .makePlayer(_, let path, _), .play(let path), .registerSound(let path):
        [Simulate.place(of: path, in: folder)]
      default: []
      }
    }
    return [scenario] + named
  }

  private func report(_ runner: ScenarioRunner, _ name: String) throws {
    if json {
      try Console.document(runner.environment.timeline.json())
    } else {
      for entry in runner.environment.timeline.entries { try Console.line(entry.description) }
    }
    if let output {
      let known = runner.environment.problems.count
      let samples = runner.samples()
      if let problem = runner.environment.problems.dropFirst(known).first {
        throw Failure(.badData, "\(name): \(problem)")
      }
      try write(samples, to: output)
    }
    guard !runner.findings.isEmpty else { return }
    for finding in runner.findings { Console.message("\(name):\(finding.line): \(finding.message)") }
    throw ExitCode(1)
  }

  private func write(_ samples: [Float], to path: String) throws {
    do throws(FileError) {
      let writer = try WAVWriter(path: path, sampleRate: 48_000, channels: 2, format: .float32)
      try samples.withUnsafeBufferPointer { (block) throws(FileError) in try writer.write(block) }
      try writer.finish()
    } catch { throw Failure(.inputOutput, "\(error)") }
  }
}
