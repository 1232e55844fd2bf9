import ThrumAnswers
import ThrumDevice
import ThrumFormats
import ThrumPattern

extension AgentTools {
  private static let path = AgentArgument(name: "path", about: "A pattern file, relative to the folder.")
  private static let paths = AgentArgument(name: "path", about: "A pattern file or a folder, relative to the folder.")
  private static let motor = AgentArgument(
    name: "motor", about: "The motor; by default an iPhone's.", kind: .choice(ActuatorPreset.all.map { $0.name }),
    isNeeded: false)
  private static let motors = AgentArgument(
    name: "motor", about: "The motor; by default several.", kind: .choice(ActuatorPreset.all.map { $0.name }),
    isNeeded: false)
  private static let offset = AgentArgument(
    name: "offset", about: "Where to continue, as a longer answer said at its end.", kind: .count, isNeeded: false)
  private static let formats = [PatternFormat.ahap.id] + PatternWriter.all.map { $0.id }

  /// An option with the motor that was given. Presets only: a command would also read a file.
  private static func option(_ name: String, _ given: Given) throws -> [String] {
    guard let motor = given.text("motor") else { return [] }
    guard ActuatorPreset.named(motor) != nil else {
      let known = ActuatorPreset.all.map { $0.name }.joined(separator: ", ")
      throw Failure(.usage, "there is no motor “\(quoted(motor))”: choose \(known)")
    }
    return [name, motor]
  }

  static let reading: [Tool] = [
    Tool(
      name: "list", about: "Lists the pattern files of the folder.", properties: [offset],
      output: AgentSchema.object(
        ["paths": AgentSchema.list("string"), "pathsMore": AgentSchema.type("integer")], ["paths"])
    ) { _, given in try list(given) },
    Tool(
      name: "read", about: "Returns the text of a pattern file.", properties: [path, offset],
      output: AgentSchema.object(
        ["text": AgentSchema.type("string"), "next": AgentSchema.type("integer")], ["text"])
    ) { _, given in
      let path = try given.path("path")
      let bytes = try PatternFile.bytes(of: path, name: path, mustBeRegular: true)
      guard let text = AHAP.text(bytes) else { throw Failure(.badData, "\(path) is not text") }
      return passage(of: text, given)
    },
    Tool(
      name: "info", about: "Shows a pattern's length, events, levels, and a plot in text.",
      properties: [path, offset], output: AgentSchema.object(["files": AgentSchema.list("object")], ["files"])
    ) { _, given in try answer(of: ["info", "--events", given.path("path")], given) },
    Tool(
      name: "lint",
      about: "Finds what Core Haptics rejects, changes or ignores in a pattern, with causes and remedies.",
      properties: [paths, motors, offset],
      output: AgentSchema.object(
        ["errors": AgentSchema.type("integer"), "findings": AgentSchema.list("object")], ["errors", "findings"])
    ) { _, given in
      try answer(of: ["lint"] + option("--on", given) + [given.path("path", .patternOrFolder)], given)
    },
    Tool(
      name: "feel",
      about: "Judges each event of a pattern on a motor: felt, faint, not felt, too short, hidden; with cures.",
      properties: [paths, motors, offset], output: AgentSchema.object(["files": AgentSchema.list("object")], ["files"])
    ) { _, given in
      try answer(of: ["feel"] + option("--on", given) + [given.path("path", .patternOrFolder)], given)
    },
    Tool(
      name: "diff", about: "Lists the changes between two patterns, and which of them can be felt.",
      properties: [
        AgentArgument(name: "old", about: "The pattern or folder before, a path."),
        AgentArgument(name: "new", about: "The pattern or folder after, a path."), motor, offset,
      ], output: AgentSchema.object(["files": AgentSchema.list("object")], ["files"])
    ) { _, given in
      let sides = [try given.path("old", .patternOrFolder), try given.path("new", .patternOrFolder)]
      return try answer(of: ["diff"] + option("--on", given) + sides, given)
    },
    Tool(
      name: "plot", about: "Draws a pattern: events over time, sharpness as colour, the motor's acceleration.",
      properties: [path, motor]
    ) { _, given in
      try media(
        of: ["plot", given.path("path"), "-o", "-", "--format", "png"] + option("--actuator", given), given
      ) { .picture($0) }
    },
    Tool(
      name: "render", about: "Renders a pattern as sound for a small loudspeaker, its first 10 s at most.",
      properties: [path, motor]
    ) { _, given in
      let arguments = [
        "render", try given.path("path"), "-o", "-", "--monitor", "small-speaker", "--sample-rate", "16000",
        "--at-most", "10", "--format", "s16",
      ]
      return try media(of: arguments + option("--actuator", given), given) { .sound($0) }
    },
    Tool(
      name: "convert", about: "Returns a pattern in another format, and what it loses.",
      properties: [
        path, AgentArgument(name: "format", about: "The format.", kind: .choice(formats)), offset,
      ],
      output: AgentSchema.answer("export", ["next": AgentSchema.type("integer")])
    ) { _, given in try converted(try PatternFile.whole(try given.path("path")), given) },
  ]

  static let writing: [Tool] = [
    Tool(
      name: "write",
      about: "Writes a pattern file, replacing one of that name, and returns its findings. A text that cannot be "
        + "read is refused, and nothing is changed. A version that was not written by this tool is kept as “NAME (kept)”.",
      properties: [path, AgentArgument(name: "text", about: "The whole new text.")], changes: true,
      output: AgentSchema.object(
        [
          "path": AgentSchema.type("string"), "kept": AgentSchema.type("string"),
          "findings": AgentSchema.list("object"),
        ],
        ["path", "findings"])
    ) { _, given in try write(given) }
  ]
}

/// JSON schemas of answers.
enum AgentSchema {
  static func type(_ name: String) -> JSONValue {
    .object(JSONObject([JSONObject.Member(name: "type", value: .string(name))]))
  }

  static func list(_ element: String) -> JSONValue {
    .object(
      JSONObject([
        JSONObject.Member(name: "type", value: .string("array")),
        JSONObject.Member(name: "items", value: type(element)),
      ]))
  }

  /// The answer of a question of the list, with more members that may be present.
  static func answer(_ question: String, _ more: KeyValuePairs<String, JSONValue>) -> JSONValue? {
    guard case .json(let name) = Question<Never>.all.first(where: { $0.name == question })?.answer,
      let answer = AnswerType.named(name)
    else { return nil }
    let members = answer.members.map { (key: $0.name, value: schema($0.shape)) } + Array(more)
    return object(members, answer.members.filter { !$0.isOptional }.map { $0.name })
  }

  private static func schema(_ shape: Shape) -> JSONValue {
    switch shape {
    case .text: type("string")
    case .number: type("number")
    case .flag: type("boolean")
    case .list(.text): list("string")
    case .list(.number): list("number")
    case .list: list("object")
    case .nullable, .named: .object(JSONObject([]))
    }
  }

  /// Other members may be present too.
  static func object(_ members: KeyValuePairs<String, JSONValue>, _ needed: [String]) -> JSONValue {
    object(Array(members), needed)
  }

  private static func object(_ members: [(key: String, value: JSONValue)], _ needed: [String]) -> JSONValue {
    .object(
      JSONObject([
        JSONObject.Member(name: "type", value: .string("object")),
        JSONObject.Member(
          name: "properties",
          value: .object(JSONObject(members.map { JSONObject.Member(name: $0.key, value: $0.value) }))),
        JSONObject.Member(name: "required", value: .array(needed.map { .string($0) })),
      ]))
  }
}
