import ThrumPattern

extension PatternFormat {
  /// Standard MIDI Files of formats 0 and 1, detected by their first bytes. No file name ending is registered, because
  /// a folder of music is not a folder of patterns.
  package static let midi = PatternFormat(
    id: "midi", title: "MIDI file", endings: [], refusal: "Thrum cannot read this MIDI file",
    examples: ["thrum convert drums.mid drums.ahap"]
  ) { bytes, name, limits in
    guard bytes.starts(with: "MThd".utf8) else { return nil }
    let diagnostic = { (code: DiagnosticCode, message: String, remedy: String) in
      Diagnostic(code: code, file: name, place: nil, path: "", message: message, remedy: remedy)
    }
    do throws(MIDIError) {
      var reader = MIDIReader(bytes, limits: limits.sensible)
      let score = try reader.read()
      let pattern = MIDIPattern(score)
      let notes = pattern.notes.map { diagnostic(.lossyImport, $0, "Split the file.") }
      return PatternContent(
        parts: [PatternDocument.Part(title: nil, pattern: pattern.pattern)], diagnostics: notes, losses: pattern.losses)
    } catch {
      return PatternContent(parts: [], diagnostics: [diagnostic(error.code, error.message, error.remedy)])
    }
  }
}

struct MIDIError: Error {
  var code = DiagnosticCode.badImport
  let message: String
  let remedy: String

  init(_ message: String, at byte: Int, _ remedy: String = "Export the file again; it may be truncated.") {
    self.message = "byte \(byte): \(message)"
    self.remedy = remedy
  }

  static func tooLarge(_ message: String, _ remedy: String) -> MIDIError {
    var error = MIDIError(message: message, remedy: remedy)
    error.code = .tooLarge
    return error
  }

  init(message: String, remedy: String) {
    self.message = message
    self.remedy = remedy
  }
}
