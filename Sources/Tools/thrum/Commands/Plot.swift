import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumPattern

struct Plot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw the timeline and the rendered waveform as PNG or SVG.",
    discussion: """
      Examples:
        thrum plot tap.ahap -o tap.png
        thrum plot tap.ahap -o tap.svg --dark --width 1600 --height 700
        thrum plot long.ahap -o detail.png --from 2 --to 2.5
        thrum plot tap.ahap -o tap.png --actuator coin-lra-175
        thrum plot tap.ahap -o tap.png --monitor small-speaker
        thrum plot a_continuous.ahap -o a.png  (joins a_transients.ahap)
        thrum plot tap.ahap -o - --format svg > tap.svg

      Height shows intensity after all controls; colour shows sharpness: blue is round, yellow is crisp. Without \
      colour, dense hatching and pointed heads mean crisp. The same input produces the same bytes.
      """)

  @Argument(help: "AHAP files, which all start together; - is standard input.", completion: Completions.patterns)
  var files: [String]

  @Option(name: .shortAndLong, help: "The picture to write, .png or .svg; - is standard output.", completion: .file())
  var output: String

  @Option(name: .long, help: "The format, png or svg, if the output's name does not say which.")
  var format: Canvas.Format?

  @Option(name: .long, help: "Width in points, 320 to 8000.")
  var width: Int = 1200

  @Option(name: .long, help: "Height in points, 200 to 8000.")
  var height: Int = 600

  @Option(
    name: .long, help: "The motor, as listed by `thrum actuators`, or a FILE.json.", completion: Completions.actuators)
  var actuator: String = ActuatorPreset.phone.name

  @Option(
    name: .long,
    help: """
      Draw the loudspeaker signal instead of the acceleration: \
      \(MonitorMode.allCases.map(\.rawValue).joined(separator: ", ")).
      """)
  var monitor: MonitorMode?

  @Flag(name: .long, help: "Use a dark background.")
  var dark = false

  @Option(name: .long, help: "The title (default: the file's name).")
  var title: String?

  @Option(name: .long, help: "Start time in seconds.")
  var from: Double?

  @Option(name: .long, help: "End time in seconds.")
  var to: Double?

  mutating func validate() throws {
    try ActuatorArgument.validate(actuator)
    guard (320...8000).contains(width) else { throw ValidationError("--width must be between 320 and 8000") }
    guard (200...8000).contains(height) else { throw ValidationError("--height must be between 200 and 8000") }
    guard pictureFormat != nil else {
      throw ValidationError("-o needs a file name that ends in .png or .svg, or --format png or --format svg")
    }
    for (name, value) in [("--from", from), ("--to", to)] {
      if let value, !(value >= 0 && value <= PatternTimeline.longest) {
        throw ValidationError("\(name) must be 0 s or more")
      }
    }
    if let to, to - (from ?? 0) < 1e-4 { throw ValidationError("--to must be later than --from") }
  }

  private var pictureFormat: Canvas.Format? {
    format ?? Canvas.Format(fileName: output)
  }

  func run() throws {
    try reporting { try AtomicFile.write(picture(), to: output) }
  }

  func picture() throws -> [UInt8] {
    let inputs = try PatternFile.readAll(files)
    try OutputGuard.refuse(output, over: inputs.map(\.path))
    return try PlotMaker(request: request(), files: inputs, work: .endless).bytes()
  }

  private func request() throws -> PlotRequest {
    var motor = RenderSettings()
    try ActuatorArgument.apply(actuator, to: &motor)
    return PlotRequest(
      format: pictureFormat ?? .png, width: width, height: height,
      motor: motor, monitor: monitor, isDark: dark, title: title,
      from: from, to: to)
  }
}

extension Canvas.Format: ExpressibleByArgument {}
