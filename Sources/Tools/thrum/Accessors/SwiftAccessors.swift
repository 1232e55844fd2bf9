import ThrumFormats
import ThrumPattern

/// Swift code with a typed accessor for each of several patterns. It needs only Core Haptics and Foundation.
///
/// Patterns are embedded as AHAP text: the compiler takes minutes to optimise some thousand events as literals, but no
/// time for a string.
struct SwiftAccessors {
  /// By name.
  private let accessors: [CodeMember]
  /// Name of the generated type.
  private let type: String
  /// Name of the generated file.
  private let file: String

  /// - Parameter output: path of the file, whose name is the type's.
  init(_ accessors: [CodeMember], output: String) {
    self.accessors = accessors.sorted { $0.name < $1.name }
    file = output.split(separator: "/").last.map(String.init) ?? output
    type = CodeName.type(String(file.dropLast(".swift".count)), reserved: SwiftAccessors.reservedTypes)
  }

  /// The beginnings of the lines that ``AccessorDifference`` reads.
  static let (nameMark, sourceMark, hashMark) = ("name: ", "source: ", "sourceHash: ")

  var text: String {
    let hasSounds = accessors.contains { !$0.sounds.isEmpty }
    var lines = [
      "// Made by Thrum. Do not edit: change the patterns, then run `thrum convert PATTERNS \(file)` again.", "",
      "import CoreHaptics", "import Foundation", "", "/// Haptic patterns.", "enum \(type) {",
    ]
    for accessor in accessors { lines += member(accessor) }
    lines += ["  /// Every pattern, by name.", "  static let all: [Effect] = ["]
    lines += accessors.map { "    \($0.name)," } + ["  ]", ""]
    lines += SwiftAccessors.effect(hasSounds: hasSounds)
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private func member(_ accessor: CodeMember) -> [String] {
    let events = accessor.pattern.events
    let taps = events.count { $0.type == .hapticTransient }
    let holds = events.count { $0.type == .hapticContinuous }
    let sounds = events.count - taps - holds
    var words = [counted(taps, "transient"), counted(holds, "continuous event"), counted(sounds, "sound")]
    words = zip(words, [taps, holds, sounds]).filter { $1 > 0 }.map(\.0)
    let ahap = String(decoding: AHAP.write(accessor.pattern), as: UTF8.self)
    return [
      "  /// \(fixed(accessor.pattern.duration, 3)) s: \(words.isEmpty ? "no events" : PatternFormat.listed(words, "and")).",
      "  static let \(accessor.name) = Effect(",
      "    \(SwiftAccessors.nameMark)\(SwiftAccessors.literal(accessor.name)),",
      "    \(SwiftAccessors.sourceMark)\(SwiftAccessors.literal(accessor.source)),",
      "    \(SwiftAccessors.hashMark)\(SwiftAccessors.literal(accessor.sourceHash)),",
      "    duration: \(accessor.pattern.duration),",
      // JSON has neither `"""` nor `\#`.
      "    ahap: #\"\"\"",
    ] + ahap.split(separator: "\n").map { "      \($0)" } + ["      \"\"\"#)", ""]
  }

  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        result += "\\" + String(scalar)
      } else if UserText.isObeyed(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Members of the generated type, and words that cannot follow a dot or begin a declaration.
  static let reserved: Set = [
    "all", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
    "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true",
    "try", "typealias", "var", "where", "while",
  ]

  /// Types that the generated code uses, and words that no type may have as its name.
  private static let reservedTypes: Set = [
    "Any", "Bundle", "Data", "Dictionary", "Double", "Effect", "Error", "FileManager", "JSONSerialization",
    "MissingSound", "Protocol", "Self", "Sendable", "String", "Type",
  ]
}

extension SwiftAccessors {
  /// The generated file's own type.
  private static func effect(hasSounds: Bool) -> [String] {
    let bundle = hasSounds ? "soundsIn bundle: Bundle = .main" : ""
    let place = hasSounds ? ", soundsIn bundle: Bundle = .main" : ""
    let given = hasSounds ? "soundsIn: bundle" : ""
    let about =
      hasSounds
      ? ["    ///", "    /// - Parameter bundle: has the sound files as resources; `.module` in a package."] : []
    var lines = [
      "  struct Effect: Sendable {",
      "    let name: String",
      "    /// The file from which this was made.",
      "    let source: String",
      "    /// SHA-256 of that file. `thrum convert --check` compares it.",
      "    let sourceHash: String",
      "    /// Seconds until the end of the last event, as of the pattern.",
      "    let duration: Double",
      "    /// Apple Haptic and Audio Pattern.",
      "    let ahap: String",
      "",
      "    /// Makes a player.",
    ]
    lines +=
      about + [
        "    func player(on engine: CHHapticEngine\(place)) throws -> any CHHapticPatternPlayer {",
        "      try engine.makePlayer(with: pattern(\(given)))",
        "    }",
        "",
        "    /// Makes a player that can pause, seek, loop and change its rate.",
      ]
    lines +=
      about + [
        "    func advancedPlayer(on engine: CHHapticEngine\(place)) throws",
        "      -> any CHHapticAdvancedPatternPlayer",
        "    {",
        "      try engine.makeAdvancedPlayer(with: pattern(\(given)))",
        "    }",
        "",
        "    /// Makes the pattern.",
      ]
    lines +=
      about + [
        "    func pattern(\(bundle)) throws -> CHHapticPattern {",
        "      let content = try JSONSerialization.jsonObject(with: Data(ahap.utf8)) as? [String: Any] ?? [:]",
        "      var dictionary: [CHHapticPattern.Key: Any] = [:]",
        "      for (name, value) in content { dictionary[CHHapticPattern.Key(rawValue: name)] = value }",
      ]
    if hasSounds {
      lines += [
        "      if let entries = content[\"Pattern\"] as? [[String: Any]] {",
        "        dictionary[.pattern] = try entries.map { try Effect.resolved($0, in: bundle) }",
        "      }",
      ]
    }
    lines += ["      return try CHHapticPattern(dictionary: dictionary)", "    }"]
    if hasSounds { lines += resolving }
    return lines + ["  }"]
  }

  private static let resolving = [
    "",
    "    /// Names a sound by its place in the bundle, where it is below the same folders or at the top.",
    "    private static func resolved(_ entry: [String: Any], in bundle: Bundle) throws -> [String: Any] {",
    "      guard var event = entry[\"Event\"] as? [String: Any], let path = event[\"EventWaveformPath\"] as? String else {",
    "        return entry",
    "      }",
    "      let name = path.split(separator: \"/\").last.map(String.init) ?? path",
    "      let places = [path, name].compactMap { bundle.resourceURL?.appendingPathComponent($0).path }",
    "      guard let place = places.first(where: { FileManager.default.fileExists(atPath: $0) }) else {",
    "        throw MissingSound(description: \"\\(bundle.bundlePath) has no \\(path): add it to the target's resources\")",
    "      }",
    "      event[\"EventWaveformPath\"] = place",
    "      return entry.merging([\"Event\": event]) { $1 }",
    "    }",
    "  }",
    "",
    "  /// A sound that is not among the resources.",
    "  struct MissingSound: Error, CustomStringConvertible {",
    "    let description: String",
  ]
}
