import ThrumPattern

extension PatternFormat {
  /// RichTap's `.he` files: version 1 and, when reading, also version 2 (“HE HapticJsonSchema” of OpenHarmony's
  /// `sensors_miscdevice`).
  package static let richTap = PatternFormat(
    id: "richtap", title: "RichTap haptic", endings: [".he"], refusal: "Thrum cannot read this .he file",
    writers: [
      PatternWriter(
        id: "richtap", title: "RichTap, version 1 (.he)", group: "Pattern", ending: ".he", motor: "coin-lra-175"
      ) {
        request throws(PatternWriter.WriteError) in
        let made = try request.curvedEvents(.richTap, as: "richtap")
        return PatternWriter.File(
          bytes: RichTapFile.bytes(made.events, description: request.description), losses: made.losses)
      }
    ], examples: ["thrum convert rumble.ahap rumble.he"]
  ) { bytes, name, limits in
    CurvedEventFile.content(bytes, name, limits) { RichTapFile.read(&$0) }
  }
}
