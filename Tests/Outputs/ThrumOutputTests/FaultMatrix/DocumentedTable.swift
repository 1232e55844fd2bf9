import Foundation
import TestSupport
import Testing

/// A generated table in `FaultMatrix.md`, between two comments.
struct DocumentedTable {
  let marker: String

  private var file: URL {
    PackageFolder.root.appendingPathComponent("Tests/Outputs/ThrumOutputTests/FaultMatrix/FaultMatrix.md")
  }

  /// Compares a table with the document. With `THRUM_WRITE_DOCS` set, writes it there first.
  func expect(_ table: String) throws {
    let document = try String(contentsOf: file, encoding: .utf8)
    let begin = "<!-- begin \(marker): make fault-matrix -->\n"
    let end = "\n<!-- end \(marker) -->"
    let parts = try #require(split(document, begin, end), "\(file.path) lacks the comments of “\(marker)”")
    if ProcessInfo.processInfo.environment["THRUM_WRITE_DOCS"] != nil {
      try (parts.before + begin + table + end + parts.after).write(to: file, atomically: true, encoding: .utf8)
      return
    }
    #expect(parts.table == table, "FaultMatrix.md is out of date: `make fault-matrix` writes it again")
  }

  private func split(
    _ document: String, _ begin: String, _ end: String
  ) -> (before: String, table: String, after: String)? {
    guard let first = document.range(of: begin),
      let last = document.range(of: end, range: first.upperBound..<document.endIndex)
    else { return nil }
    return (
      String(document[..<first.lowerBound]), String(document[first.upperBound..<last.lowerBound]),
      String(document[last.upperBound...])
    )
  }
}
