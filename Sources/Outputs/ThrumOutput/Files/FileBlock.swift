import Glibc

/// A piece of a file that is being filled.
struct FileBlock {
  var bytes: [UInt8]
  /// Where the file's bytes begin, and end, among ``bytes``.
  private var begin = 0
  var end = 0

  /// Empty, with room for `size` bytes.
  init(size: Int) { bytes = [UInt8](repeating: 0, count: size) }

  /// The first of a file: its header, at a place such that whole words follow it.
  init(header: [UInt8], size: Int) {
    self.init(size: size)
    begin = (4 - header.count % 4) % 4
    end = begin + header.count
    bytes.replaceSubrange(begin..<end, with: header)
  }

  /// Bytes for which there is room.
  var room: Int { bytes.count - end }

  /// Appends the floats that `fill` leaves in the room there is for whole frames; it returns how many, and so does this.
  mutating func append(channels: Int, _ fill: (UnsafeMutableBufferPointer<Float>) -> Int) -> Int {
    let places = end..<bytes.count - room % (channels * MemoryLayout<Float>.stride)
    let filled = bytes.withUnsafeMutableBytes { bytes in
      UnsafeMutableRawBufferPointer(rebasing: bytes[places]).withMemoryRebound(to: Float.self) { floats in
        min(max(0, fill(floats)), floats.count)
      }
    }
    end += filled * MemoryLayout<Float>.stride
    return filled
  }

  /// Nothing is filled.
  mutating func clear() {
    begin = 0
    end = 0
  }

  /// Writes what is filled. Returns the system's error number, `nil` when all went well.
  func write(to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { bytes in
      var done = begin
      while done < end {
        let written = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, end - done)
        if written < 0, errno == EINTR { continue }
        // 0 for bytes that are there means that no more fit.
        guard written > 0 else { return written < 0 ? errno : ENOSPC }
        done += written
      }
      return nil
    }
  }
}
