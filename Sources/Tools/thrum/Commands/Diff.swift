import ArgumentParser
import ThrumFeel
import ThrumPattern

struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "List the changes between two versions of a pattern, and say which of them can be felt.",
    discussion: """
      Examples:
        thrum diff old.ahap new.ahap
        thrum diff Before/ After/ --markdown   (for a review)
        thrum diff old.ahap new.ahap --on erm-coin
        git show HEAD:tap.ahap | thrum diff - tap.ahap
        git difftool --no-prompt --extcmd 'thrum diff' -- '*.ahap'

      Events are matched by kind, time and values. A change can be felt if it is at least 2.2 dB in strength, 18 % in \
      frequency, both 15 ms and 15 % in length, or 10 ms in time (Docs/Feel.md). The exit code is 0 even if the \
      versions differ, unless --exit-code is given.
      """)

  @Argument(help: "The old file or folder; - is standard input.", completion: Completions.patterns)
  var old: String

  @Argument(help: "The new file or folder; - is standard input.", completion: Completions.patterns)
  var new: String

  @Option(
    name: .long, help: "The motor on which to judge the changes: a preset or an actuator file.",
    completion: Completions.actuators)
  var on = "iphone-taptic"

  @Flag(name: .long, help: "Print Markdown tables, for a comment in a review.")
  var markdown = false

  @Flag(name: .long, help: "Print JSON (schema thrum.diff/1).")
  var json = false

  @Flag(name: .long, help: "List all changes, not only the first dozen per file.")
  var all = false

  @Flag(name: .long, help: "Exit with 1 if the versions differ.")
  var exitCode = false

  func validate() throws {
    guard !(markdown && json) else { throw ValidationError("choose --markdown or --json") }
    guard !(old == "-" && new == "-") else { throw ValidationError("only one of the two can be standard input") }
    try ActuatorArgument.validate(on)
  }

  private struct Document: Encodable {
    let schema = "thrum.diff/1"
    let files: [DiffFile]

    private enum CodingKeys: CodingKey { case schema, files }
  }

  func run() throws {
    try reporting {
      let motor = try MotorOptions.motor(on)
      var failure: Failure?
      let files = try DiffSides(old, new).pairs.map { pair in
        guard let old = pair.old, let new = pair.new else {
          return DiffFile(name: pair.name, only: pair.old == nil ? .added : .removed)
        }
        do {
          let (before, after) = (try Diff.read(old), try Diff.read(new))
          return DiffFile(name: pair.name, PatternDifference(before, after, on: motor, Work<Never>.endless))
        } catch let problem as Failure {
          Console.error(problem.description)
          failure = failure ?? problem
          return DiffFile(name: pair.name, only: .unreadable)
        }
      }
      try write(files)
      if let failure { throw failure.alreadyShown }
      if exitCode, files.contains(where: { $0.status != .equal }) {
        throw ExitCode(Failure.Code.findings.rawValue)
      }
    }
  }

  private static func read(_ path: String) throws -> PatternGroup { try PatternFile.whole(path).playable() }

  private func write(_ files: [DiffFile]) throws {
    if json { return try Console.document(JSONText.encode(Document(files: files))) }
    let different = files.filter { $0.status != .equal }
    let shown = files.count == 1 ? files : different
    var lines = shown.flatMap { markdown ? $0.markdown(all: all) : $0.lines(all: all) }
    let equal = files.count - different.count
    if files.count > 1, equal > 0 || different.isEmpty {
      lines.append("\(counted(equal, "file")) equal")
    }
    try Console.lines(lines)
  }
}
