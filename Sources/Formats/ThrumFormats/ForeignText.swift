import ThrumPattern

/// Says what a text most likely is that its format cannot use.
enum ForeignText {
  /// Returns an error for a file whose text is in another format than its name says, or `nil`.
  static func misnamed(
    _ bytes: [UInt8], name: String, as format: PatternFormat, _ limits: ReadLimits
  ) -> Diagnostic? {
    // RichTap's text differs from AHAP's only by its members inside, so its own errors say more.
    let others = PatternFormat.all.filter { $0 != format && !($0 == .ahap && format == .richTap) }
    guard let actual = others.first(where: { $0.read(bytes, name, limits).map { !$0.parts.isEmpty } ?? false }) else {
      return nil
    }
    let ending = actual.endings.first ?? ".json or .xml"
    return Diagnostic(
      code: format == .ahap ? .noPattern : .badImport, file: name, place: nil, path: "",
      message: "the text is not \(article(format.title)), as the name says, but \(article(actual.title))",
      remedy: "Give the file the ending \(ending).")
  }

  private static func article(_ title: String) -> String {
    "\(["a", "e", "i", "o", "u"].contains(title.first?.lowercased()) ? "an" : "a") \(title)"
  }

  /// Formats that Thrum does not read, by members that identify them.
  private static let known: [(members: [String], words: String)] = [
    (["perceptions", "avatars"], "a haptic experience (HJIF, ISO/IEC 23090-31), which Thrum does not read"),
    (["layers", "ip", "op"], "a Lottie animation, not a pattern"),
    (["$schema", "properties"], "a JSON schema, not a pattern"),
    (["schema", "files"], "a result of a command, not a pattern"),
    (["info", "data"], "the Contents.json of an asset catalog; the pattern is the file that it names"),
    (["info", "images"], "the Contents.json of an asset catalog, which holds pictures"),
    (["info", "colors"], "the Contents.json of an asset catalog, which holds colours"),
    (["info", "properties"], "the Contents.json of an asset catalog, not a pattern"),
    (["name", "version", "dependencies"], "a package.json, not a pattern"),
  ]

  /// Returns an error for a file that is no text of any pattern, but recognisably something else, or `nil`.
  static func foreign(_ bytes: [UInt8], name: String, as format: PatternFormat?) -> Diagnostic? {
    ForeignContent(bytes).map {
      Diagnostic(
        code: format == .ahap ? .notJSON : .badImport, file: name, place: nil, path: "",
        message: "the file is \($0.words)", remedy: $0.cure)
    }
  }

  /// Returns an error for JSON without any member of AHAP, or `nil`.
  static func unknown(_ bytes: [UInt8], name: String, _ limits: ReadLimits) -> Diagnostic? {
    guard let tape = try? JSONTape(reading: bytes, limits: limits) else { return nil }
    let found: String? =
      tape.withReader { tape in
        guard tape[0].kind == .object else {
          return tape[0].kind == .array ? "an array, but not of durations in milliseconds" : "a single value"
        }
        let names = self.names(tape)
        if let match = known.first(where: { $0.members.allSatisfy(names.contains) }) { return match.words }
        let ours = ["Version", "Pattern", "Metadata"]
        guard !names.contains(where: { ours.contains($0) || Suggestion.nearest(to: $0, in: ["Pattern"]) != nil }) else {
          return nil
        }
        guard let first = names.first else { return "an empty object" }
        let more = names.count == 1 ? "" : " and \(counted(names.count - 1, "other"))"
        return "an object with the member “\(quoted(first))”\(more)"
      } ?? nil
    return found.map {
      Diagnostic(
        code: .noPattern, file: name, place: nil, path: "",
        message: "the text is no pattern that Thrum knows: it is \($0)",
        remedy: "Thrum reads \(PatternFormat.listed(PatternFormat.all.map { $0.title }, "and")): see Docs/Formats.md.")
    }
  }

  private static func names(_ tape: TapeReader) -> [String] {
    var names: [String] = []
    var index = 1
    while index < tape[0].next, names.count < 1_000 {
      names.append(tape.string(index))
      index = tape.next(index &+ 1)
    }
    return names
  }
}

/// Sentences about parts of patterns that only AHAP can express.
struct UnwritableParts {
  let sounds: [String]
  let unknown: [String]

  init(_ patterns: [Pattern], file: String) {
    let events = patterns.flatMap { $0.events }.count { !$0.type.isHaptic }
    let controls = patterns.flatMap { $0.parameters.map { $0.id } + $0.curves.map { $0.id } }.count {
      $0.rawValue.hasPrefix("Audio")
    }
    sounds = [(events, "audio event"), (controls, "audio control")].filter { $0.0 > 0 }.map {
      "\(counted($0.0, $0.1)): \(file) cannot contain sound"
    }
    let members = patterns.reduce(0) { total, pattern in
      total + pattern.unknown.members.count
        + pattern.entries.count { if case .unknown = $0 { true } else { false } }
    }
    unknown = members > 0 ? [counted(members, "unknown member")] : []
  }
}
