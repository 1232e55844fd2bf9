import ArgumentParser
import ThrumAnalysis
import ThrumPattern

struct Presets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List the presets: patterns for feedback generators and for system sounds that vibrate.",
    discussion: """
      Examples:
        thrum presets
        thrum presets --json
        thrum play preset:impact-heavy
        thrum plot preset:1520 -o pop.png  (a system sound by its number)

      Every command that accepts a pattern accepts preset:NAME or preset:NUMBER. The patterns are Thrum's own: Apple \
      publishes only the names and their purposes.
      """)

  @Flag(name: .long, help: "Print JSON (schema thrum.presets/1).")
  var json = false

  func run() throws {
    try reporting {
      if json {
        try Console.document(JSONText.encode(Document(presets: Preset.all.map(Row.init))))
        return
      }
      try Console.line("name                   number  seconds  meaning")
      for preset in Preset.all {
        try Console.line(
          pad(preset.name, 22) + lead(preset.systemSound.map(String.init) ?? "–", 7)
            + lead(fixed(preset.pattern().duration, 2), 9) + "  " + preset.summary)
      }
    }
  }

  struct Document: Encodable {
    var schema = "thrum.presets/1"
    var presets: [Row]
  }

  struct Row: Encodable {
    var name: String
    var systemSound: Int?
    var seconds: Double
    var summary: String

    init(_ preset: Preset) {
      name = preset.name
      systemSound = preset.systemSound
      seconds = preset.pattern().duration
      summary = preset.summary
    }
  }
}
