/// A value or member name in JSON text. Tokens form a tape, not a tree.
///
/// Takes 16 bytes. A member is two tokens. A container is followed by its contents, which ``next`` skips.
package struct Token: Sendable {
  package enum Kind: UInt8, Sendable {
    case null, yes, no, number, string, escapedString, array, object
  }

  /// Offset of the first byte, which is the opening quote of a string.
  package let offset: UInt32
  /// Kind in the low 8 bits, and a container's number of members or elements (saturating) in the other bits.
  package private(set) var tag: UInt32
  /// Number: bits of its value. String: number of bytes between the quotes. Container: index of the token after it (low
  /// half) and byte offset of its end (high half).
  package private(set) var payload: UInt64

  package static let countLimit: UInt32 = 0xFF_FFFF

  package init(_ kind: Kind, offset: Int, payload: UInt64 = 0) {
    self.offset = UInt32(truncatingIfNeeded: offset)
    self.tag = UInt32(kind.rawValue)
    self.payload = payload
  }

  package var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: tag)) ?? .null }
  package var isString: Bool { kind == .string || kind == .escapedString }
  package var isContainer: Bool { kind == .array || kind == .object }
  package var start: Int { Int(offset) }

  package var double: Double { Double(bitPattern: payload) }
  /// Number of bytes between a string's quotes.
  package var length: Int { Int(truncatingIfNeeded: payload) }
  /// Saturates at ``countLimit``.
  package var count: Int { Int(tag >> 8) }
  package var next: Int { Int(UInt32(truncatingIfNeeded: payload)) }
  package var end: Int { Int(payload >> 32) }

  package mutating func close(next: Int, end: Int, count: UInt32) {
    payload = UInt64(truncatingIfNeeded: end) << 32 | UInt64(UInt32(truncatingIfNeeded: next))
    tag = (tag & 0xFF) | (min(count, Self.countLimit) << 8)
  }
}
