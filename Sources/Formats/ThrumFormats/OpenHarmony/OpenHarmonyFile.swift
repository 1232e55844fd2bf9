import ThrumPattern

/// OpenHarmony's files: `{"MetaData": {"Version": 1.0, "ChannelNumber": 1}, "Channels": [{"Parameters": {"Index": 0},
/// "Pattern": [{"Event": {…}}]}]}`.
enum OpenHarmonyFile {
  private static let style = CurvedEventReader.Style(
    start: "StartTime", tapFrequency: 0...100, frequency: 0...100, hasIndex: false,
    latest: Double(CurvedEventRules.latest), mayHaveMore: false)
  /// Allowed channel counts: a joint channel and one per motor, in any combination.
  private static let channels = 1.0...3.0

  static func read(_ reader: inout CurvedEventReader) -> CurvedEventHead? {
    guard let members = reader.object(0, "", known: ["MetaData", "Channels"]), let head = members["MetaData"],
      let list = members["Channels"],
      let metadata = reader.object(head, "MetaData", known: ["Version", "ChannelNumber", "Description", "Create"])
    else { return nil }
    if let version = reader.number(metadata["Version"], head, "MetaData", "Version", 0...1e6), version != 1 {
      reader.report(
        metadata["Version"] ?? head, "MetaData.Version",
        "version \(CurvedEventReader.shown(version)) is unknown; only 1.0 is supported",
        "Export the file as version 1.0.")
    }
    let count = reader.number(metadata["ChannelNumber"], head, "MetaData", "ChannelNumber", channels)
    guard let elements = reader.array(list, "Channels") else { return nil }
    if let count, Int(count) != elements.count {
      reader.report(
        list, "Channels", "the file has \(counted(elements.count, "channel")), but `ChannelNumber` is \(Int(count))",
        "Write the number of channels in `ChannelNumber`.")
    }
    for (number, element) in elements.enumerated() {
      let path = "Channels[\(number)]"
      guard let channel = reader.object(element, path, known: ["Parameters", "Pattern"]) else { continue }
      guard let parameters = channel["Parameters"] else {
        reader.report(element, path, "`Parameters` is missing", "Add \"Parameters\": { \"Index\": 0 }.")
        continue
      }
      guard let values = reader.object(parameters, path + ".Parameters", known: ["Index"]),
        let index = reader.number(values["Index"], parameters, path + ".Parameters", "Index", 0...2)
      else { continue }
      guard let pattern = channel["Pattern"] else { continue }
      reader.events(
        pattern, path + ".Pattern", style, most: CurvedEventRules.openHarmony.events, channel: Int(index))
    }
    return CurvedEventHead(description: reader.text(metadata["Description"]), created: reader.text(metadata["Create"]))
  }

  /// Writes one channel for each motor.
  static func bytes(_ events: [CurvedEvent], _ head: CurvedEventHead) -> [UInt8] {
    let channels = Set(events.map { $0.channel }).sorted()
    var metadata = [
      JSONObject.Member(name: "Version", value: .number("1.0")),
      JSONObject.Member(name: "ChannelNumber", value: .number("\(max(1, channels.count))")),
    ]
    if let created = head.created { metadata.append(.init(name: "Create", value: .string(created))) }
    if let description = head.description { metadata.append(.init(name: "Description", value: .string(description))) }
    let list = channels.map { channel -> JSONValue in
      let pattern = events.filter { $0.channel == channel }.map { $0.json(start: "StartTime", hasIndex: false) }
      return .object(
        JSONObject([
          .init(name: "Parameters", value: .object(JSONObject([.init(name: "Index", value: .number("\(channel)"))]))),
          .init(name: "Pattern", value: .array(pattern)),
        ]))
    }
    return CurvedEventText.text([
      .init(name: "MetaData", value: .object(JSONObject(metadata))), .init(name: "Channels", value: .array(list)),
    ])
  }
}

extension PatternFormat {
  /// OpenHarmony's custom vibrations (`vibrator-guidelines.md` of `openharmony/docs`), detected by their text because
  /// `.json` is ambiguous.
  package static let openHarmony = PatternFormat(
    id: "openharmony", title: "OpenHarmony vibration", endings: [],
    refusal: "Thrum cannot read this OpenHarmony vibration",
    writers: [
      PatternWriter(
        id: "openharmony", title: "Custom vibration (.json)", group: "OpenHarmony", ending: ".json",
        kind: "openharmony",
        motor: "coin-lra-175"
      ) { request throws(PatternWriter.WriteError) in
        let made = try request.curvedEvents(.openHarmony, as: "openharmony") {
          OpenHarmonyFile.bytes($0, CurvedEventHead()).count + 1_024
        }
        // This fits into the reserved bytes, even if every character is escaped.
        func cut(_ text: String?, to count: Int) -> String? {
          text.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(count))) }
        }
        var head = request.head
        (head.description, head.created) = (cut(head.description, to: 120), cut(head.created, to: 30))
        return PatternWriter.File(
          bytes: OpenHarmonyFile.bytes(made.events, head), losses: made.losses)
      }
    ], examples: ["thrum convert rumble.ahap rumble.json --to openharmony"]
  ) { bytes, name, limits in
    CurvedEventFile.content(bytes, name, limits, isOurs: { $0.isSuperset(of: ["MetaData", "Channels"]) }) {
      OpenHarmonyFile.read(&$0)
    }
  }
}
