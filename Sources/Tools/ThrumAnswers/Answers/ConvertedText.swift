import ThrumDevice
import ThrumFeel
import ThrumFormats
import ThrumPattern

/// A text in another format, or another format's text as AHAP.
package struct ConvertedText: JSONWritable {
  package let text: String
  /// Sentences about what was lost or changed.
  package let notes: [String]

  package init(text: String, notes: [String]) { (self.text, self.notes) = (text, notes) }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("text", text)
      writer.member("notes", notes)
    }
  }
}

extension ConvertedText {
  /// Converts a file of any format to AHAP. Returns the reason if none reads it.
  package static func ahap(of bytes: [UInt8], name: String) -> Result<ConvertedText, PatternExport.Problem> {
    let document = PatternDocument.read(bytes, name: name)
    guard let pattern = document.merged else {
      let titles = PatternFormat.all.map { $0.title }.joined(separator: ", ")
      return .failure(
        .refused(document.diagnostics.first?.description ?? "\(name) is in none of the known formats: \(titles)"))
    }
    var notes = document.diagnostics.map { $0.message }
    if let change = document.mergingChange { notes.append("\(change); `thrum convert` keeps them in two files") }
    return .success(ConvertedText(text: String(decoding: AHAP.write(pattern), as: UTF8.self), notes: notes))
  }
}
