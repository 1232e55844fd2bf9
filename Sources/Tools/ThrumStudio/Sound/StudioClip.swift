import ThrumFormats
import ThrumPattern

/// A file converted to AHAP.
struct StudioClip: Encodable {
  let text: String
  let notes: [String]

  static func converted(_ bytes: [UInt8], name: String) -> Result<StudioClip, StudioError> {
    let document = PatternDocument.read(bytes, name: name)
    guard let pattern = document.merged else {
      let titles = PatternFormat.all.map(\.title).joined(separator: ", ")
      return .failure(
        StudioError(document.diagnostics.first?.description ?? "\(name) is in none of the known formats: \(titles)"))
    }
    var notes = document.diagnostics.map(\.message)
    if let change = document.mergingChange { notes.append("\(change); `thrum convert` keeps them in two files") }
    return .success(StudioClip(text: String(decoding: AHAP.write(pattern), as: UTF8.self), notes: notes))
  }
}
