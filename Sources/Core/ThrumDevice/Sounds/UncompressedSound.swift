import ThrumPattern

package struct UncompressedSound {
  package let sampleRate: SampleRate
  package let channels: Int
  /// Number of frames, fewer than the header says if the file is truncated.
  package let frames: FrameCount
  private let file: ChunkedFile
  private let encoding: SampleEncoding
  private let start: Int

  /// Returns `nil` if the file is unsupported, compressed or invalid.
  package init?(_ file: ChunkedFile) {
    switch file.text(0) {
    case "RIFF": self.init(wave: file)
    case "FORM": self.init(aiff: file)
    case "caff": self.init(caf: file)
    default: return nil
    }
  }

  /// Follows "Multimedia Programming Interface and Data Specifications 1.0" and, for the extensible format, mmreg.h.
  private init?(wave file: ChunkedFile) {
    guard file.text(8) == "WAVE", let format = file.find("fmt ", from: 12, isLittle: true), format.count >= 16,
      var data = file.find("data", from: 12, isLittle: true)
    else { return nil }
    // A file that was written to a pipe does not record its length.
    if data.isEmpty, [0, -1].contains(Int(Int32(truncatingIfNeeded: file.little(4, 4)))) {
      data = data.lowerBound..<file.count
    }
    var tag = file.little(format.lowerBound, 2)
    if tag == 0xFFFE, format.count >= 40 { tag = file.little(format.lowerBound + 24, 2) }
    guard tag == 1 || tag == 3 else { return nil }
    let bytes = (file.little(format.lowerBound + 14, 2) + 7) / 8
    self.init(
      file, data, channels: file.little(format.lowerBound + 2, 2), rate: Double(file.little(format.lowerBound + 4, 4)),
      encoding: SampleEncoding(isFloat: tag == 3, bytes: bytes, isLittle: true, isUnsigned: true),
      bytesPerFrame: file.little(format.lowerBound + 12, 2))
  }

  /// Follows "Audio Interchange File Format AIFF" and "AIFF-C draft".
  private init?(aiff file: ChunkedFile) {
    guard let common = AIFFCommonChunk(file), let data = file.find("SSND", from: 12, isLittle: false), data.count >= 8
    else { return nil }
    let bytes = (common.bitsPerSample + 7) / 8
    let encoding: SampleEncoding? =
      switch common.compression {
      case "NONE", "twos", "in24", "in32": SampleEncoding(isFloat: false, bytes: bytes, isLittle: false)
      case "sowt": SampleEncoding(isFloat: false, bytes: bytes, isLittle: true)
      case "raw ": SampleEncoding(isFloat: false, bytes: 1, isLittle: false, isUnsigned: true)
      case "fl32", "FL32": SampleEncoding(isFloat: true, bytes: 4, isLittle: false)
      case "fl64", "FL64": SampleEncoding(isFloat: true, bytes: 8, isLittle: false)
      default: nil
      }
    let first = min(data.upperBound, data.lowerBound + 8 + file.big(data.lowerBound, 4))
    self.init(
      file, first..<data.upperBound, channels: common.channels, rate: common.sampleRate, encoding: encoding,
      bytesPerFrame: common.channels * (encoding?.bytes ?? 0), frames: common.frames)
  }

  /// Follows "Apple Core Audio Format Specification 1.0".
  private init?(caf file: ChunkedFile) {
    guard let description = CAFDescription(file), description.format == "lpcm",
      let data = file.findWide("data", from: 8), data.count >= 4
    else { return nil }
    self.init(
      file, (data.lowerBound + 4)..<data.upperBound, channels: description.channels, rate: description.sampleRate,
      encoding: SampleEncoding(
        isFloat: description.flags & 1 != 0, bytes: (description.bitsPerChannel + 7) / 8,
        isLittle: description.flags & 2 != 0),
      bytesPerFrame: description.bytesPerPacket)
  }

  private init?(
    _ file: ChunkedFile, _ data: Range<Int>, channels: Int, rate: Double, encoding: SampleEncoding?, bytesPerFrame: Int,
    frames: Int = .max
  ) {
    guard let encoding, SoundLimits.channels.contains(channels), SoundLimits.rates.contains(rate),
      bytesPerFrame == channels * encoding.bytes
    else { return nil }
    self.file = file
    self.encoding = encoding
    self.channels = channels
    sampleRate = rate
    start = data.lowerBound
    self.frames = min(frames, data.count / bytesPerFrame)
  }

  package func read(
    from position: FrameCount, into target: UnsafeMutablePointer<Float>, frames wanted: FrameCount
  ) -> FrameCount {
    let bytesPerFrame = channels * encoding.bytes
    return withUnsafeTemporaryAllocation(
      byteCount: min(wanted, max(0, frames - position)) * bytesPerFrame, alignment: 8
    ) { buffer in
      let count = file.read(start + position * bytesPerFrame, into: buffer) / bytesPerFrame
      encoding.decode(UnsafeRawBufferPointer(rebasing: buffer[..<(count * bytesPerFrame)]), into: target)
      return count
    }
  }
}

package struct AIFFCommonChunk {
  package let channels: Int
  package let frames: Int
  package let bitsPerSample: Int
  package let sampleRate: Double
  /// `NONE` in an AIFF file.
  package let compression: String

  package init?(_ file: ChunkedFile) {
    guard ["AIFF", "AIFC"].contains(file.text(8)), let chunk = file.find("COMM", from: 12, isLittle: false),
      chunk.count >= 18
    else { return nil }
    channels = file.big(chunk.lowerBound, 2)
    frames = file.big(chunk.lowerBound + 2, 4)
    bitsPerSample = file.big(chunk.lowerBound + 6, 2)
    // The rate is an 80-bit float: an exponent and a 64-bit mantissa.
    let exponent = file.big(chunk.lowerBound + 8, 2) & 0x7FFF
    sampleRate = Double(file.big(chunk.lowerBound + 10, 4)) * exponentialBase2(Double(exponent - 16383 - 31))
    compression = file.text(8) == "AIFC" && chunk.count >= 22 ? file.text(chunk.lowerBound + 18) : "NONE"
  }
}

package struct CAFDescription {
  package let sampleRate: Double
  package let format: String
  package let flags: Int
  package let bytesPerPacket: Int
  package let framesPerPacket: Int
  package let channels: Int
  package let bitsPerChannel: Int

  package init?(_ file: ChunkedFile) {
    guard file.text(0) == "caff", file.text(8) == "desc", file.count >= 52 else { return nil }
    sampleRate = Double(bitPattern: UInt64(bitPattern: Int64(file.big(20, 8))))
    format = file.text(28)
    flags = file.big(32, 4)
    bytesPerPacket = file.big(36, 4)
    framesPerPacket = file.big(40, 4)
    channels = file.big(44, 4)
    bitsPerChannel = file.big(48, 4)
  }
}

package struct SampleEncoding: Equatable, Sendable {
  package enum Number: Equatable, Sendable {
    /// One byte, with silence at 128.
    case unsigned8
    /// Two's complement, in 1 to 4 bytes.
    case signed(bytes: Int)
    case float32, float64
  }

  package let number: Number
  package let isLittle: Bool

  package init?(isFloat: Bool, bytes: Int, isLittle: Bool, isUnsigned: Bool = false) {
    switch (isFloat, bytes) {
    case (true, 4): number = .float32
    case (true, 8): number = .float64
    case (false, 1): number = isUnsigned ? .unsigned8 : .signed(bytes: 1)
    case (false, 2...4): number = .signed(bytes: bytes)
    default: return nil
    }
    self.isLittle = isLittle
  }

  package var bytes: Int {
    switch number {
    case .unsigned8: 1
    case .signed(let bytes): bytes
    case .float32: 4
    case .float64: 8
    }
  }

  /// Scales integers to a full scale of 1.
  package func decode(_ source: UnsafeRawBufferPointer, into target: UnsafeMutablePointer<Float>) {
    let width = bytes
    for index in 0..<(source.count / width) {
      let place = index * width
      target[index] =
        switch number {
        case .unsigned8: (Float(source[place]) - 128) / 128
        // The sign bit goes to the top, so that every width has the same scale.
        case .signed: Float(Int32(truncatingIfNeeded: bits(source, place) << UInt64(32 - 8 * width))) * 0x1p-31
        case .float32: Float(bitPattern: UInt32(truncatingIfNeeded: bits(source, place)))
        case .float64: Float(Double(bitPattern: bits(source, place)))
        }
    }
  }

  private func bits(_ source: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    let width = bytes
    var bits: UInt64 = 0
    for offset in 0..<width {
      bits = bits << 8 | UInt64(source[isLittle ? place + width - 1 - offset : place + offset])
    }
    return bits
  }
}
