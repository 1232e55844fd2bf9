/// Writes JSON text, independent of locale: UTF-8, numbers in the shortest form that reads back the same.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private let isPretty: Bool
  private var levels: [Level] = []
  private var isBehindName = false

  private struct Level {
    var isInline: Bool
    var isEmpty = true
  }

  package init(pretty: Bool) { isPretty = pretty }

  /// Begins an object or array; with `inline` all its contents stand on one line.
  package mutating func open(_ bracket: UInt8, inline: Bool = false) {
    separate()
    bytes.append(bracket)
    levels.append(Level(isInline: inline || levels.last?.isInline == true))
  }

  /// Ends the innermost object or array.
  package mutating func close(_ bracket: UInt8) {
    guard let level = levels.popLast() else { return }
    if !level.isEmpty { level.isInline ? space() : newLine() }
    bytes.append(bracket)
  }

  /// Writes a member name; a value must follow.
  package mutating func name(_ name: String) {
    separate()
    quote(name)
    bytes.append(Byte.colon)
    space()
    isBehindName = true
  }

  /// Writes a member name that needs no escapes; a value must follow.
  mutating func name(_ key: AHAPKey) {
    separate()
    bytes.append(Byte.quote)
    // Safety: a literal of several characters has a pointer to that many bytes.
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: key.name.utf8Start, count: key.name.utf8CodeUnitCount))
    bytes.append(Byte.quote)
    bytes.append(Byte.colon)
    space()
    isBehindName = true
  }

  /// Writes a number; JSON has none for infinity and NaN, which become `null`.
  package mutating func number(_ value: Double) { raw(value.isFinite ? value.description : "null") }

  /// Writes a boolean.
  package mutating func boolean(_ value: Bool) { raw(value ? "true" : "false") }

  /// Writes a string.
  package mutating func string(_ value: String) {
    separate()
    quote(value)
  }

  /// Writes text that is JSON already.
  package mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  /// Ends the text.
  package mutating func finish() {
    if isPretty { bytes.append(Byte.lineFeed) }
  }

  private mutating func separate() {
    if isBehindName {
      isBehindName = false
      return
    }
    guard let level = levels.last else { return }
    if !level.isEmpty { bytes.append(Byte.comma) }
    levels[levels.count - 1].isEmpty = false
    level.isInline ? space() : newLine()
  }

  private mutating func space() {
    if isPretty { bytes.append(Byte.space) }
  }

  private mutating func newLine() {
    guard isPretty else { return }
    bytes.append(Byte.lineFeed)
    for _ in levels { bytes.append(contentsOf: [Byte.space, Byte.space]) }
  }

  private mutating func quote(_ text: String) {
    bytes.append(Byte.quote)
    for byte in text.utf8 {
      switch byte {
      case Byte.quote, Byte.backslash: bytes.append(contentsOf: [Byte.backslash, byte])
      case 0x0A: bytes.append(contentsOf: [Byte.backslash, 0x6E])
      case 0x0D: bytes.append(contentsOf: [Byte.backslash, 0x72])
      case 0x09: bytes.append(contentsOf: [Byte.backslash, 0x74])
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes.append(contentsOf: "\\u00\(digits.utf8.count < 2 ? "0" : "")\(digits)".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(Byte.quote)
  }
}
