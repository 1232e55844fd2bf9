import ThrumPattern
import ThrumFormats

/// A file of another format than AHAP as the text that the page edits.
struct StudioClip: Encodable {
  /// The AHAP that it converts to.
  let text: String
  /// What was lost on the way, in sentences.
  let notes: [String]

  /// Reads a file and converts it, everything in one pattern.
  static func converted(_ bytes: [UInt8], name: String) -> Result<StudioClip, StudioError> {
    let document = PatternDocument.read(bytes, name: name)
    guard let pattern = document.merged else {
      let titles = PatternFormat.all.map(\.title).joined(separator: ", ")
      return .failure(
        StudioError(document.diagnostics.first?.description ?? "\(name) is of no known format: \(titles)"))
    }
    var notes = document.diagnostics.map(\.message)
    if let change = document.mergingChange { notes.append("\(change); `thrum convert` keeps them apart in two files") }
    return .success(StudioClip(text: String(decoding: AHAP.write(pattern), as: UTF8.self), notes: notes))
  }
}
