import ThrumDevice

extension SoundLength {
  /// Reads the header of the first sound track of an M4A or MP4 file (ISO/IEC 14496-12).
  init?(mpeg4 file: ChunkedFile) {
    guard file.text(4) == "ftyp", let movie = SoundLength.atom("moov", in: 0..<file.count, of: file) else { return nil }
    var rest = movie
    while let track = SoundLength.atom("trak", in: rest, of: file) {
      rest = track.upperBound..<movie.upperBound
      guard let media = SoundLength.atom("mdia", in: track, of: file),
        let handler = SoundLength.atom("hdlr", in: media, of: file), file.text(handler.lowerBound + 8) == "soun",
        let header = SoundLength.atom("mdhd", in: media, of: file)
      else { continue }
      let isWide = file.big(header.lowerBound, 1) == 1
      let place = header.lowerBound + (isWide ? 20 : 12)
      self.init(
        "MPEG-4", rate: Double(file.big(place, 4)), frames: Double(file.big(place + 4, isWide ? 8 : 4)))
      return
    }
    return nil
  }

  private static func atom(_ name: String, in range: Range<Int>, of file: ChunkedFile) -> Range<Int>? {
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound {
      var (size, head) = (file.big(offset, 4), 8)
      if size == 1 { (size, head) = (file.big(offset + 8, 8), 16) }
      if size == 0 { size = range.upperBound - offset }
      guard size >= head else { return nil }
      let end = size < range.upperBound - offset ? offset + size : range.upperBound
      if file.text(offset + 4) == name { return min(offset + head, end)..<end }
      offset = end
    }
    return nil
  }

  /// Reads the frame headers of an MP3 or ADTS AAC file (ISO/IEC 11172-3, 13818-3, 13818-7), at least three in a row.
  init?(mpegAudio file: ChunkedFile) {
    var offset = 0
    // An ID3v2 size uses seven bits of each of four bytes.
    if file.bytes(0, 3) == Array("ID3".utf8) {
      offset = 10 + file.bytes(6, 4).reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }
    guard let first = MPEGFrame(file.bytes(offset, 7)) else { return nil }
    // After the side information, the encoder's frame has “Xing” or “Info” instead of samples.
    let tags = [13, 21, 36].map { file.text(offset + $0) }
    if tags.contains("Info") || tags.contains("Xing") { offset += first.bytes }
    var (count, frames) = (0, 0)
    while let frame = MPEGFrame(file.bytes(offset, 7)), frame.format == first.format, count < 1_000_000 {
      count += 1
      frames += frame.samples
      offset += frame.bytes
    }
    guard count >= 3 else { return nil }
    self.init(first.format, rate: first.sampleRate, frames: Double(frames))
  }
}

private struct MPEGFrame {
  let format: String
  let sampleRate: Double
  /// Samples per channel.
  let samples: Int
  /// Bytes to the next header.
  let bytes: Int

  init?(_ header: [UInt8]) {
    guard header.count == 7, header[0] == 0xFF, header[1] & 0xE0 == 0xE0 else { return nil }
    let layer = Int(header[1] >> 1 & 3)
    if layer == 0 { self.init(adts: header) } else { self.init(header, layer: 4 - layer) }
  }

  private init?(adts header: [UInt8]) {
    let rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
    let rate = Int(header[2] >> 2 & 15)
    let length = Int(header[3] & 3) << 11 | Int(header[4]) << 3 | Int(header[5] >> 5)
    guard header[1] & 0xF0 == 0xF0, rates.indices.contains(rate), length >= 7 else { return nil }
    format = "AAC"
    sampleRate = Double(rates[rate])
    samples = 1024 * (Int(header[6] & 3) + 1)
    bytes = length
  }

  private init?(_ header: [UInt8], layer: Int) {
    let version = Int(header[1] >> 3 & 3)  // 3 is MPEG 1, 2 is MPEG 2, 0 is MPEG 2.5
    let (rateIndex, bitIndex) = (Int(header[2] >> 2 & 3), Int(header[2] >> 4))
    guard version != 1, rateIndex < 3, (1...14).contains(bitIndex) else { return nil }
    let isFirst = version == 3
    let rate = [44_100, 48_000, 32_000][rateIndex] / (isFirst ? 1 : (version == 2 ? 2 : 4))
    let kilobits = MPEGFrame.kilobits(layer: layer, isFirst: isFirst)[bitIndex - 1]
    let padding = Int(header[2] >> 1 & 1)
    format = layer == 3 ? "MP3" : "MPEG audio"
    sampleRate = Double(rate)
    samples = layer == 1 ? 384 : (layer == 3 && !isFirst ? 576 : 1152)
    bytes =
      layer == 1 ? (12_000 * kilobits / rate + padding) * 4 : samples / 8 * kilobits * 1000 / rate + padding
  }

  private static func kilobits(layer: Int, isFirst: Bool) -> [Int] {
    switch (layer, isFirst) {
    case (1, true): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
    case (2, true): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    case (_, true): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    case (1, false): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    default: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    }
  }
}
