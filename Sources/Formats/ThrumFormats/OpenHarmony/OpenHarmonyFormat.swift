import ThrumPattern

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
