import Glibc

struct FileBlock {
  var bytes: [UInt8]
  /// Start and end of the valid bytes.
  private var begin = 0
  var end = 0

  init(size: Int) { bytes = [UInt8](repeating: 0, count: size) }

  /// Positions the header so that samples are word-aligned.
  init(header: [UInt8], size: Int) {
    self.init(size: size)
    begin = (4 - header.count % 4) % 4
    end = begin + header.count
    bytes.replaceSubrange(begin..<end, with: header)
  }

  var room: Int { bytes.count - end }

  /// Calls `fill` with room for whole frames. Both functions return the number of samples written.
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

  mutating func clear() {
    begin = 0
    end = 0
  }

  /// Returns an errno, or `nil` on success.
  func write(to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { bytes in
      var done = begin
      while done < end {
        let written = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, end - done)
        if written < 0, errno == EINTR { continue }
        // A write of 0 bytes means that no more bytes fit.
        guard written > 0 else { return written < 0 ? errno : ENOSPC }
        done += written
      }
      return nil
    }
  }
}
