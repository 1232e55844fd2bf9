import ThrumPattern

/// RichTap's files: `{"Metadata": {"Version": 1}, "Pattern": [{"Event": {…}}]}`, or, in version 2, `"PatternList":
/// [{"AbsoluteTime": …, "Pattern": […]}]`.
enum RichTapFile {
  private static let style = CurvedEventReader.Style(
    start: "RelativeTime", tapFrequency: -50...150, frequency: 0...100, hasIndex: true,
    // RichTap's own tools and phones have files with more events in a list.
    latest: Double(VibrationLimits.longestEffect), mayHaveMore: true)

  /// Whether JSON without a telling file name is RichTap's: AHAP has its version at the top.
  static func isRichTap(_ tape: TapeReader) -> Bool {
    guard tape[0].kind == .object else { return false }
    var (index, hasVersion, hasEvents) = (1, false, false)
    while index < tape[0].next {
      let (name, value) = (tape.string(index), index &+ 1)
      if name == "Version" { return false }
      hasEvents = hasEvents || name == "Pattern" || name == "PatternList"
      if name == "Metadata", tape[value].kind == .object {
        var member = value &+ 1
        while member < tape[value].next {
          hasVersion = hasVersion || tape.string(member) == "Version"
          member = tape.next(member &+ 1)
        }
      }
      index = tape.next(value)
    }
    return hasVersion && hasEvents
  }

  static func read(_ reader: inout CurvedEventReader) -> CurvedEventHead? {
    guard let members = reader.object(0, "", known: ["Metadata", "Pattern", "PatternList"]) else { return nil }
    guard let head = members["Metadata"] else {
      reader.report(0, "", "`Metadata` is missing", "Add \"Metadata\": { \"Version\": 1 }.")
      return nil
    }
    guard let metadata = reader.object(head, "Metadata", known: ["Version", "Created", "Description"]),
      let version = reader.number(metadata["Version"], head, "Metadata", "Version", 0...1e6)
    else { return nil }
    switch version {
    case 1: pattern(members["Pattern"], 0, "", &reader)
    case 2: list(members["PatternList"], &reader)
    default:
      reader.report(
        metadata["Version"] ?? head, "Metadata.Version",
        "version \(CurvedEventReader.shown(version)) is unknown; only 1 and 2 are supported",
        "Export the file as version 1 or 2.")
    }
    return CurvedEventHead(
      version: Int(version), description: reader.text(metadata["Description"]),
      created: reader.text(metadata["Created"]))
  }

  private static func list(_ token: Int?, _ reader: inout CurvedEventReader) {
    guard let token else {
      return reader.report(0, "", "`PatternList` is missing", "Add \"PatternList\": [ … ].")
    }
    for (number, element) in (reader.array(token, "PatternList") ?? []).enumerated() {
      entry(element, "PatternList[\(number)]", &reader)
    }
  }

  private static func entry(_ element: Int, _ path: String, _ reader: inout CurvedEventReader) {
    guard let members = reader.object(element, path, known: ["AbsoluteTime", "Pattern"]),
      let begin = reader.number(members["AbsoluteTime"], element, path, "AbsoluteTime", 0...style.latest)
    else { return }
    pattern(members["Pattern"], element, path, after: begin, &reader)
  }

  private static func pattern(
    _ token: Int?, _ parent: Int, _ path: String, after begin: Double = 0, _ reader: inout CurvedEventReader
  ) {
    guard let token else {
      return reader.report(parent, path, "`Pattern` is missing", "Add \"Pattern\": [ { \"Event\": … } ].")
    }
    let here = path.isEmpty ? "Pattern" : path + ".Pattern"
    reader.events(token, here, style, most: CurvedEventRules.richTap.events, after: begin)
  }

  static func bytes(_ file: CurvedEventFile) -> [UInt8] {
    var metadata = [JSONObject.Member(name: "Version", value: .number("\(file.head.version)"))]
    if let created = file.head.created { metadata.append(.init(name: "Created", value: .string(created))) }
    if let description = file.head.description {
      metadata.append(.init(name: "Description", value: .string(description)))
    }
    let head = JSONObject.Member(name: "Metadata", value: .object(JSONObject(metadata)))
    guard file.head.version > 1 else {
      return CurvedEventText.text([head, .init(name: "Pattern", value: .array(file.events.map { json($0) }))])
    }
    let most = CurvedEventRules.richTap.events
    let lists = stride(from: 0, to: file.events.count, by: most).map { first -> JSONValue in
      let events = file.events[first..<min(first + most, file.events.count)]
      let begin = events.first?.start ?? 0
      return .object(
        JSONObject([
          .init(name: "AbsoluteTime", value: .number("\(Int(begin))")),
          .init(name: "Pattern", value: .array(events.map { json($0, after: begin) })),
        ]))
    }
    return CurvedEventText.text([head, .init(name: "PatternList", value: .array(lists))])
  }

  private static func json(_ event: CurvedEvent, after begin: Double = 0) -> JSONValue {
    var event = event
    event.start -= begin
    return event.json(start: "RelativeTime", hasIndex: true)
  }
}

extension PatternFormat {
  /// RichTap's `.he` files, versions 1 and 2 (“HE HapticJsonSchema” of OpenHarmony's `sensors_miscdevice`).
  package static let richTap = PatternFormat(
    id: "richtap", title: "RichTap haptic", endings: [".he"], refusal: "Thrum cannot read this .he file",
    writers: [
      PatternWriter("richtap", "RichTap (.he)", version: nil),
      PatternWriter("richtap-1", "RichTap, version 1 (.he)", version: 1),
      PatternWriter("richtap-2", "RichTap, version 2 (.he)", version: 2),
    ],
    examples: [
      "thrum convert rumble.ahap rumble.he  (version 1, or 2 if it is too long)",
      "thrum convert rumble.ahap rumble.he --to he-1",
    ]
  ) { bytes, name, limits in
    CurvedEventFile.content(bytes, name, limits) { RichTapFile.read(&$0) }
  }
}

extension PatternWriter {
  /// - Parameter version: `nil` for the source's own version, or the lowest that can hold the pattern.
  fileprivate init(_ id: String, _ title: String, version: Int?) {
    self.init(
      id: id, title: title, group: "Pattern", ending: ".he", kind: version.map { "he-\($0)" }, motor: "coin-lra-175"
    ) { request throws(PatternWriter.WriteError) in
      let own = request.source?.curvedEvents?.head.version
      let rules = version == 1 ? CurvedEventRules.richTap : .richTapLists
      let made = try request.curvedEvents(rules, as: "richtap")
      let least = made.events.count > CurvedEventRules.richTap.events ? 2 : 1
      var head = request.head
      head.version = version ?? max(least, own ?? 1)
      let file = CurvedEventFile(events: made.events, head: head)
      return File(bytes: RichTapFile.bytes(file), losses: made.losses)
    }
  }
}
