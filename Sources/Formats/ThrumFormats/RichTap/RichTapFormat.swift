import ThrumPattern

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
      let own = request.source?.native(as: CurvedEventFile.self)?.head.version
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
