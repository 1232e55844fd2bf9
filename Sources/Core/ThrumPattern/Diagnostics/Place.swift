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

/// Converts offsets to lines and columns in a single forward pass.
struct PlaceFinder {
  private let text: [UInt8]
  private var line = 1
  private var column = 1
  private var position: Int

  init(_ text: [UInt8]) {
    self.text = text
    position = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Offsets of successive calls must not decrease.
  mutating func place(of offset: Int) -> Place {
    let target = min(offset, text.count)
    if position < target { advance(to: target) }
    return Place(line: line, column: column, offset: offset)
  }

  private mutating func advance(to target: Int) {
    let breaks = countBreaks(position..<target)
    var lineStart = position
    if breaks > 0 {
      line &+= breaks
      column = 1
      lineStart = target
      while lineStart > position, !endsLine(lineStart &- 1) { lineStart &-= 1 }
    }
    var scalars = 0
    for byte in text[lineStart..<target] { scalars &+= byte & 0xC0 == 0x80 ? 0 : 1 }
    column &+= scalars
    position = target
  }

  private func countBreaks(_ range: Range<Int>) -> Int {
    var feeds = 0
    var returns = 0
    for byte in text[range] {
      feeds &+= byte == Byte.lineFeed ? 1 : 0
      returns &+= byte == Byte.carriageReturn ? 1 : 0
    }
    guard returns > 0 else { return feeds }
    return range.reduce(0) { $0 &+ (endsLine($1) ? 1 : 0) }
  }

  private func endsLine(_ index: Int) -> Bool {
    if text[index] == Byte.lineFeed { return true }
    guard text[index] == Byte.carriageReturn else { return false }
    return index &+ 1 >= text.count || text[index &+ 1] != Byte.lineFeed
  }
}
