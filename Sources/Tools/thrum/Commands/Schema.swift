import ArgumentParser
import ThrumPattern

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema for AHAP, for editors and validators.",
    discussion: """
      Examples:
        thrum schema -o ahap.schema.json
        thrum schema --strict -o ahap.schema.json

      An editor with the schema completes names, shows what they mean and marks mistakes while you type; \
      Docs/CommandLine.md shows the editor settings. The schema is made from the rules that `thrum lint` uses.
      """)

  @Flag(name: .long, help: "Also reject what `thrum lint` warns about, such as values out of range.")
  var strict = false

  @Option(name: .shortAndLong, help: "Output file (default: standard output).", completion: .file())
  var output: String?

  func run() throws {
    try reporting {
      let text = AHAPSchema(isStrict: strict).text
      guard let output else { return try Console.document(String(decoding: text.dropLast(), as: UTF8.self)) }
      try AtomicFile.write(text, to: output)
      try Console.name(output)
    }
  }
}
