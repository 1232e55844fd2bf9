import Glibc

/// Random access to a chunked file. Reads past the end yield no bytes or the number 0.
package struct ChunkedFile {
  private let source: Source
  /// Size in bytes.
  package let count: Int

  private enum Source {
    case memory([UInt8])
    case file(OpenFile)
  }

  package init(_ bytes: [UInt8]) {
    count = bytes.count
    source = .memory(bytes)
  }

  /// Opens a file and keeps it open while this value exists.
  ///
  /// - Throws: ``SoundError`` `notFound`, or `unreadable` for anything but a regular file.
  package init(path: String) throws(SoundError) {
    let file = try OpenFile(path)
    count = Int(file.status.st_size)
    source = .file(file)
  }

  /// Descriptor, valid while this value exists, or −1 for bytes in memory.
  package var descriptor: Int32 {
    if case .file(let file) = source { file.descriptor } else { -1 }
  }

  /// Status when the file was opened, or `nil` for bytes in memory.
  package var status: stat? {
    if case .file(let file) = source { file.status } else { nil }
  }

  package func read(_ offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= 0, offset < count, let base = buffer.baseAddress else { return 0 }
    let size = min(buffer.count, count - offset)
    switch source {
    case .memory(let bytes):
      buffer.copyBytes(from: bytes[offset..<(offset + size)])
      return size
    case .file(let file):
      return max(0, pread(file.descriptor, base, size, off_t(offset)))
    }
  }

  /// Reads all of the bytes, or none.
  package func bytes(_ offset: Int, _ size: Int) -> [UInt8] {
    guard offset >= 0, size >= 0, size <= count, offset <= count - size else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = read(offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
    return bytes.count == size ? bytes : []
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

private final class OpenFile: Sendable {
  let descriptor: Int32
  let status: stat

  init(_ path: String) throws(SoundError) {
    // Without `O_NONBLOCK`, opening a pipe would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      throw SoundError(
        isMissing ? .notFound : .unreadable, path: path,
        detail: isMissing ? "there is no such file" : String(cString: strerror(errno)))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw SoundError(
        .unreadable, path: path, detail: "it is \(isFolder ? "a folder, not a sound" : "not a regular file")")
    }
    self.descriptor = descriptor
    self.status = status
  }

  deinit { close(descriptor) }
}
