/// Position in a text file, as editors count it.
public struct Place: Equatable, Hashable, Sendable {
  /// Line number from 1. Lines end with LF, CR or CR LF.
  public var line: Int
  /// Column in Unicode scalars, from 1, not counting a byte order mark.
  public var column: Int
  /// Byte offset from the start of the file, or of its UTF-8 form.
  public var offset: Int

  /// Creates a position.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }
}

extension Place: Comparable {
  /// Whether `left` comes first in the text.
  public static func < (left: Place, right: Place) -> Bool { left.offset < right.offset }
}
