import ThrumPattern

/// Random access to a chunked file. Reads past the end yield no bytes or the number 0.
package struct ChunkedFile {
  private let source: @Sendable (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int
  /// Size in bytes.
  package let count: Int

  package init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { offset, buffer in
      buffer.copyBytes(from: bytes[offset..<(offset + buffer.count)])
      return buffer.count
    }
  }

  /// `source` reads bytes that lie within the file, and returns how many it has read.
  package init(count: Int, source: @escaping @Sendable (Int, UnsafeMutableRawBufferPointer) -> Int) {
    self.count = count
    self.source = source
  }

  package func read(_ offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= 0, offset < count, buffer.baseAddress != nil else { return 0 }
    return source(offset, UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count - offset)))
  }

  /// Reads all of the bytes, or none.
  package func bytes(_ offset: Int, _ size: Int) -> [UInt8] {
    guard offset >= 0, size >= 0, size <= count, offset <= count - size else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = read(offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
    return bytes.count == size ? bytes : []
  }

  /// What the file recognisably is.
  package var content: ForeignContent? { ForeignContent(bytes(0, min(count, ForeignContent.headLength))) }

  /// What the file recognisably is, if it is no sound.
  package var foreignContent: ForeignContent? { content.flatMap { $0.kind == .other ? $0 : nil } }

  /// What a reader says of a file that it does not know.
  package var notASound: String {
    if count == 0 { return "it is empty" }
    return foreignContent.map { "it is \($0.words)" } ?? "it is not a sound file in a known format"
  }

  /// Reads four characters.
  package func text(_ offset: Int) -> String { String(decoding: bytes(offset, 4), as: UTF8.self) }

  /// Reads a big-endian number of at most eight bytes.
  package func big(_ offset: Int, _ size: Int) -> Int {
    Int(truncatingIfNeeded: bytes(offset, size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// Reads a little-endian number of at most eight bytes.
  package func little(_ offset: Int, _ size: Int) -> Int {
    Int(truncatingIfNeeded: bytes(offset, size).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// Finds a chunk's range, clipped to the file. Sizes are 32-bit, and chunks are padded to an even length (RIFF,
  /// AIFF).
  package func find(_ name: String, from start: Int, isLittle: Bool) -> Range<Int>? {
    var offset = start
    while offset + 8 <= count {
      let size = isLittle ? little(offset + 4, 4) : big(offset + 4, 4)
      let end = min(count, offset + 8 + size)
      if text(offset) == name { return (offset + 8)..<end }
      offset = offset + 8 + size + size % 2
    }
    return nil
  }

  /// Finds the range of a chunk with a 64-bit size. A chunk of size −1 extends to the end of the file (CAF).
  package func findWide(_ name: String, from start: Int) -> Range<Int>? {
    var offset = start
    while offset + 12 <= count {
      let size = big(offset + 4, 8)
      let isOpen = size < 0 || size > count
      let end = isOpen ? count : min(count, offset + 12 + size)
      if text(offset) == name { return (offset + 12)..<end }
      guard !isOpen else { return nil }
      offset = end
    }
    return nil
  }
}
