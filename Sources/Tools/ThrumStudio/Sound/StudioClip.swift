import ThrumPattern

/// A `.haptic` clip, or an effect for Android, as the text that the page edits.
struct StudioClip: Encodable {
  /// The AHAP that it converts to.
  let text: String
  /// What was lost on the way, in sentences.
  let notes: [String]

  /// Reads a clip and converts it, everything in one pattern.
  static func converted(_ bytes: [UInt8], name: String) -> Result<StudioClip, StudioError> {
    let format = PatternDocument.Format(fileName: name) ?? .android
    let document = PatternDocument.read(bytes, name: name, format: format)
    guard let clip = document.clip else {
      return .failure(
        StudioError(
          document.diagnostics.first?.description ?? "\(name) is neither a .haptic clip nor an effect for Android"))
    }
    var notes = document.diagnostics.map(\.message)
    if document.parts.count > 1 {
      notes.append("in one pattern the curves bend the clip's pulses; `thrum convert` keeps them apart in two files")
    }
    return .success(StudioClip(text: String(decoding: AHAP.write(clip.mergedPattern), as: UTF8.self), notes: notes))
  }
}
