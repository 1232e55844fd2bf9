/// A WAV header (Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0, 1991; fact chunk for
/// floats, 1994).
package struct WAVHeader {
  package let sampleRate: Int
  package let channels: Int
  package let format: SampleFormat

  package init(sampleRate: Int, channels: Int, format: SampleFormat) {
    (self.sampleRate, self.channels, self.format) = (sampleRate, channels, format)
  }

  /// Why there is no such header: the bytes per frame must fit in 16 bits, and the bytes per second in 32.
  package var problem: String? {
    let most = Int(UInt16.max) / format.fileByteCount
    guard (1...most).contains(channels) else {
      return "this kind of WAV file supports 1 to \(most) channels, not \(channels)"
    }
    let fastest = UInt32.max / UInt32(channels * format.fileByteCount)
    guard sampleRate >= 1, UInt64(sampleRate) <= UInt64(fastest) else {
      return "this kind of WAV file supports sample rates of 1 to \(fastest) Hz, not \(sampleRate)"
    }
    return nil
  }

  private var count: Int { format == .float32 ? 58 : 44 }

  /// If `frames` is `nil`, sets the maximum sizes, for a stream.
  package func bytes(frames: Int?) -> [UInt8] {
    let frameBytes = channels * format.fileByteCount
    let data = UInt32(clamping: frames.map { UInt64($0) * UInt64(frameBytes) } ?? UInt64.max)
    var result: [UInt8] = []
    func put(_ text: String) { result += text.utf8 }
    func put<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { result += $0 }
    }
    put("RIFF")
    put(UInt32(clamping: UInt64(data) + UInt64(count) - 8))
    put("WAVEfmt ")
    // Formats other than PCM have an extension, here of 0 bytes.
    put(UInt32(format == .float32 ? 18 : 16))
    put(UInt16(format == .float32 ? 3 : 1))
    put(UInt16(clamping: channels))
    put(UInt32(clamping: sampleRate))
    put(UInt32(clamping: sampleRate * frameBytes))
    put(UInt16(clamping: frameBytes))
    put(UInt16(8 * format.fileByteCount))
    if format == .float32 {
      put(UInt16(0))
      put("fact")
      put(UInt32(4))
      put(UInt32(clamping: frames ?? Int.max))
    }
    put("data")
    put(data)
    return result
  }
}
