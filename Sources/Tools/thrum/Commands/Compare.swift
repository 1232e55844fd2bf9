import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumEngine

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Play two patterns, switching between them at the same position, and show the numbers that differ.",
    discussion: """
      Examples:
        thrum compare old.ahap new.ahap  (Tab flips between them while they loop)
        thrum compare old.ahap new.ahap --plot both.png
        thrum compare old.ahap new.ahap --json  (numbers only)

      On a terminal, both play in a loop, one at a time: Tab, a and b switch without losing the position. The stronger \
      one is turned down until both sound equally strong on the monitor. All keys of `thrum play` work; q quits. \
      Without a terminal, only the numbers are printed.
      """)

  @Argument(help: "The first AHAP file.", completion: Completions.patterns)
  var a: String

  @Argument(help: "The second AHAP file.", completion: Completions.patterns)
  var b: String

  @Option(
    name: .long, help: "Draw both patterns, one below the other and to the same scale (.png or .svg).")
  var plot: String?

  @Flag(name: .long, help: "Print JSON (schema thrum.compare/1) without playing.")
  var json = false

  @Flag(name: .long, help: "Print the numbers and draw the picture, without playing.")
  var quiet = false

  @Flag(name: .long, inversion: .prefixedNo, help: "Turn the stronger one down so that both sound equally strong.")
  var match = true

  @OptionGroup var output: DeviceOptions

  @OptionGroup var sound: SoundOptions

  mutating func validate() throws {
    if a == "-" && b == "-" { throw ValidationError("only one of the two can be standard input") }
    if let plot, Compare.format(of: plot) == nil {
      throw ValidationError("--plot needs a file name that ends in .png or .svg")
    }
  }

  func run() throws {
    var sides: ([[PatternFile]], Comparison)?
    try reporting { sides = try compare() }
    guard let (inputs, comparison) = sides, isPlaying else { return }
    Suspension.hold()
    try reporting(waitingFor: {
      guard let keys = KeyInput(readsPipes: output.keys) else { return }
      try await play(inputs, comparison, keys)
    })
  }

  private var isPlaying: Bool { !json && !quiet && a != "-" && b != "-" && KeyInput.canRead(pipes: output.keys) }

  private func compare() throws -> ([[PatternFile]], Comparison) {
    let inputs = try [a, b].map { try PatternFile.readAll([$0]) }
    // Printed numbers are the same on every machine, but the gains depend on the current monitor.
    func sides(_ choice: MonitorChoice) throws -> Comparison {
      Comparison(try ComparedSide(inputs[0], sound, choice), try ComparedSide(inputs[1], sound, choice))
    }
    var comparison = try sides(.ofFiles)
    if isPlaying, match {
      let heard = try sides(try output.monitor(sound))
      (comparison.gainA, comparison.gainB) = (heard.gainA, heard.gainB)
    }
    if let plot { try draw(inputs, to: plot, seconds: max(comparison.a.endSeconds, comparison.b.endSeconds)) }
    try json ? Console.document(JSONText.encode(comparison)) : Console.lines(comparison.lines)
    return (inputs, comparison)
  }

  private func play(_ inputs: [[PatternFile]], _ comparison: Comparison, _ keys: KeyInput) async throws {
    let all = inputs.flatMap { $0.map(\.path) }
    let choice = try DeviceChoice(output.device)
    let engine = try await output.start(sound, on: choice, inputs: all, capacity: 4 * all.count)
    let loader = VersionLoader(engine: engine, sound: sound, paths: all, device: choice.patternDevice)
    var versions = [try await loader.load(inputs[0]), try await loader.load(inputs[1])]
    // Looped taps need a gap.
    let length = max(0.6, versions.map(\.length).max() ?? 0)
    for (index, gain) in [comparison.gainA, comparison.gainB].enumerated() {
      // With equal loop lengths, a position means the same time in both versions.
      versions[index].length = length
      versions[index].gainDecibels = match ? gain : 0
    }
    let playback = Playback(
      engine: engine, choice: choice, json: false, loader: loader, isWatching: false, keys: keys,
      status: StatusLine(isShown: true))
    try await playback.run(
      versions, Playback.Order(offset: sound.start, length: sound.length, loop: .forEver))
  }

  private func draw(_ inputs: [[PatternFile]], to path: String, seconds: Double) throws {
    try OutputGuard.refuse(path, over: inputs.flatMap { $0.map(\.path) })
    var motor = RenderSettings()
    try ActuatorArgument.apply(sound.actuator, to: &motor)
    let makers = zip(["A", "B"], inputs).map { name, files in
      PlotMaker(
        request: PlotRequest(
          format: Compare.format(of: path) ?? .png, width: 1000, height: 420,
          motor: motor, monitor: nil, isDark: false,
          title: "\(name)  \(files.map { URL(fileURLWithPath: $0.name).lastPathComponent }.joined(separator: " + "))",
          from: 0, to: max(0.05, seconds)),
        files: files, work: .endless)
    }
    try AtomicFile.write(try PlotMaker.bytes(of: makers), to: path)
  }

  private static func format(of path: String) -> Canvas.Format? {
    Canvas.Format.allCases.first { path.lowercased().hasSuffix(".\($0.rawValue)") }
  }
}
