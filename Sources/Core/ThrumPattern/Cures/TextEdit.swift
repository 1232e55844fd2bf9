package struct TextEdit: Comparable, Sendable {
  /// Bytes to replace in the UTF-8 text.
  package var range: Range<Int>
  package var text: String

  package static func < (one: TextEdit, other: TextEdit) -> Bool {
    (one.range.lowerBound, one.range.upperBound) < (other.range.lowerBound, other.range.upperBound)
  }

  /// Applies edits sorted by range. Skips an edit that overlaps one already applied.
  package static func apply(_ edits: [TextEdit], to text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var done = 0
    for edit in edits where edit.range.lowerBound >= done {
      result += text[done..<edit.range.lowerBound]
      result += edit.text.utf8
      done = edit.range.upperBound
    }
    return result + text[done...]
  }
}
