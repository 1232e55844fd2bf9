import ThrumDevice

/// A WAV header (Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0, 1991; fact chunk for
/// floats, 1994).
struct WAVHeader {
  let sampleRate: Int
  let channels: Int
  let format: SampleFormat

  /// - Throws: ``FileError`` if the bytes per frame do not fit in 16 bits, or the bytes per second in 32.
  init(sampleRate: Int, channels: Int, format: SampleFormat, path: String) throws(FileError) {
    let most = Int(UInt16.max) / format.fileByteCount
    guard (1...most).contains(channels) else {
      throw FileError(path: path, cause: "this kind of WAV file supports 1 to \(most) channels, not \(channels)")
    }
    let fastest = Int(UInt32.max) / (channels * format.fileByteCount)
    guard (1...fastest).contains(sampleRate) else {
      throw FileError(
        path: path, cause: "this kind of WAV file supports sample rates of 1 to \(fastest) Hz, not \(sampleRate)")
    }
    self.sampleRate = sampleRate
    self.channels = channels
    self.format = format
  }

  var count: Int { format == .float32 ? 58 : 44 }

  /// If `frames` is `nil`, sets the maximum sizes, for a stream.
  func bytes(frames: Int?) -> [UInt8] {
    let frameBytes = channels * format.fileByteCount
    let data = UInt32(clamping: frames.map { $0 * frameBytes } ?? Int.max)
    var result: [UInt8] = []
    func put(_ text: String) { result += text.utf8 }
    func put<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { result += $0 }
    }
    put("RIFF")
    put(UInt32(clamping: Int(data) + count - 8))
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

/// Triangular noise of ±1 LSB, which makes rounding errors independent of the signal (Lipshitz, Wannamaker and
/// Vanderkooy, JAES 40, 1992). Identical in every run.
struct Dither {
  private var state: UInt64 = 0x5448_5255_4D31

  /// Returns the difference of two uniform random numbers, −1…1 (SplitMix64).
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return (Double(bits >> 32) - Double(bits & 0xFFFF_FFFF)) * 2.328_306_436_538_696_3e-10
  }
}
