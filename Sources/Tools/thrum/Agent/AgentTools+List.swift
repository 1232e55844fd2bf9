import ThrumDevice
import ThrumFormats
import ThrumPattern

extension AgentTools {
  private static let path = Tool.Property(name: "path", about: "A pattern file, relative to the folder.")
  private static let motor = Tool.Property(
    name: "motor", about: "A motor, such as iphone-taptic, coin-lra-175 or erm-coin.", isNeeded: false)

  /// An option with the motor that was given. Presets only: a command would also read a file.
  private static func option(_ name: String, _ given: Given) throws -> [String] {
    guard let motor = given.text("motor") else { return [] }
    guard ActuatorPreset.named(motor) != nil else {
      let known = ActuatorPreset.all.map { $0.name }.joined(separator: ", ")
      throw Failure(.usage, "there is no motor “\(motor)”: choose \(known)")
    }
    return [name, motor]
  }

  static let reading: [Tool] = [
    Tool(name: "list", about: "Lists the pattern files of the folder.") { _, _ in
      let paths = try PatternSearch.items(in: ["."]).map { String($0.input.drop { $0 == "." || $0 == "/" }) }
      return Result(contents: [.text(paths.isEmpty ? "There are no patterns." : paths.joined(separator: "\n"))])
    },
    Tool(name: "read", about: "Returns the text of a pattern file.", properties: [path]) { _, given in
      let path = try given.path("path")
      let bytes = try PatternFile.bytes(of: path, name: path, mustBeRegular: true)
      guard let text = AHAP.text(bytes) else { throw Failure(.badData, "\(path) is not text") }
      return Result(contents: [.text(text)])
    },
    Tool(
      name: "info", about: "Shows a pattern's length, events, levels, and a plot in text.", properties: [path]
    ) { _, given in try text(of: ["info", "--events", given.path("path")]) },
    Tool(
      name: "lint",
      about: "Finds what Core Haptics rejects, changes or ignores in a pattern, with causes and remedies.",
      properties: [path, motor]
    ) { _, given in try text(of: ["lint"] + option("--on", given) + [given.path("path")]) },
    Tool(
      name: "feel",
      about: "Judges each event of a pattern on a motor: felt, faint, not felt, too short, hidden; with cures.",
      properties: [path, motor]
    ) { _, given in try text(of: ["feel"] + option("--on", given) + [given.path("path")]) },
    Tool(
      name: "diff", about: "Lists the changes between two patterns, and which of them can be felt.",
      properties: [
        Tool.Property(name: "old", about: "The pattern before, a path."),
        Tool.Property(name: "new", about: "The pattern after, a path."),
      ]
    ) { _, given in try text(of: ["diff", given.path("old"), given.path("new")]) },
    Tool(
      name: "plot", about: "Draws a pattern: events over time, sharpness as colour, the motor's acceleration.",
      properties: [path, motor]
    ) { _, given in
      try media(of: ["plot", given.path("path"), "-o", "-", "--format", "png"] + option("--actuator", given)) {
        .picture($0)
      }
    },
    Tool(
      name: "render", about: "Renders a pattern as sound for a small loudspeaker, at most 10 s.",
      properties: [path, motor]
    ) { _, given in
      let arguments = [
        "render", try given.path("path"), "-o", "-", "--monitor", "small-speaker", "--sample-rate", "16000",
        "--length", "10", "--format", "s16",
      ]
      return try media(of: arguments + option("--actuator", given)) { .sound($0) }
    },
    Tool(
      name: "convert",
      about: "Returns a pattern in another format and what it loses. Formats: "
        + PatternWriter.all.map { $0.id }.joined(separator: ", ") + ".",
      properties: [path, Tool.Property(name: "format", about: "One of the formats.")]
    ) { _, given in
      let path = try given.path("path")
      let file = try PatternFile.whole(path)
      return try converted(file, to: given.text("format") ?? "")
    },
  ]

  static let writing: [Tool] = [
    Tool(
      name: "write", about: "Writes a pattern file, and returns its findings.",
      properties: [path, Tool.Property(name: "text", about: "The whole new text.")], changes: true
    ) { _, given in try write(given) }
  ]
}
