import ThrumDevice

/// Length of a compressed sound, from its headers, for programs without a decoder.
package struct SoundLength: Equatable {
  let format: String
  let sampleRate: Double
  let frames: Int

  init?(_ file: ChunkedFile) {
    let length =
      SoundLength(wave: file) ?? SoundLength(aiff: file) ?? SoundLength(caf: file) ?? SoundLength(flac: file)
      ?? SoundLength(ogg: file) ?? SoundLength(mpeg4: file) ?? SoundLength(mpegAudio: file)
    guard let length else { return nil }
    self = length
  }

  /// Returns the length of a sound file in seconds, from its headers.
  ///
  /// - Throws: ``SoundError`` if the file does not exist or is not audio.
  package static func seconds(ofFileAt path: String) throws(SoundError) -> Double {
    let file = try ChunkedFile(path: path)
    if let sound = UncompressedSound(file) { return Double(sound.frames) / sound.sampleRate }
    let length = try read(file, path: path)
    return Double(length.frames) / length.sampleRate
  }

  static func read(_ file: ChunkedFile, path: String) throws(SoundError) -> SoundLength {
    guard let length = SoundLength(file) else {
      throw SoundError(
        .unreadable, path: path,
        detail: file.notASound)
    }
    return length
  }

  init?(_ format: String, rate: Double, frames: Double) {
    guard SoundLimits.rates.contains(rate), frames >= 0, frames < 1e15 else { return nil }
    self.format = format
    sampleRate = rate
    self.frames = Int(frames)
  }

  /// Uses the fact chunk, or else the bytes per second.
  private init?(wave file: ChunkedFile) {
    guard file.text(0) == "RIFF", file.text(8) == "WAVE", let format = file.find("fmt ", from: 12, isLittle: true),
      format.count >= 16, let data = file.find("data", from: 12, isLittle: true)
    else { return nil }
    let rate = Double(file.little(format.lowerBound + 4, 4))
    if let fact = file.find("fact", from: 12, isLittle: true), fact.count >= 4 {
      self.init("compressed WAV", rate: rate, frames: Double(file.little(fact.lowerBound, 4)))
    } else {
      let bytesPerSecond = Double(file.little(format.lowerBound + 8, 4))
      self.init("compressed WAV", rate: rate, frames: Double(data.count) / max(1, bytesPerSecond) * rate)
    }
  }

  private init?(aiff file: ChunkedFile) {
    guard file.text(0) == "FORM", let common = AIFFCommonChunk(file) else { return nil }
    self.init("compressed AIFF", rate: common.sampleRate, frames: Double(common.frames))
  }

  /// Uses the packet table, or else a constant packet size.
  private init?(caf file: ChunkedFile) {
    guard let description = CAFDescription(file) else { return nil }
    if let table = file.findWide("pakt", from: 8), table.count >= 24 {
      self.init("compressed CAF", rate: description.sampleRate, frames: Double(file.big(table.lowerBound + 8, 8)))
    } else if let data = file.findWide("data", from: 8), description.bytesPerPacket > 0 {
      let packets = Double(max(0, data.count - 4) / description.bytesPerPacket)
      self.init(
        "compressed CAF", rate: description.sampleRate, frames: packets * Double(description.framesPerPacket))
    } else {
      return nil
    }
  }

  /// Uses the first block, STREAMINFO (RFC 9639, section 8.2).
  private init?(flac file: ChunkedFile) {
    guard file.text(0) == "fLaC", file.count >= 42 else { return nil }
    let bits = UInt64(truncatingIfNeeded: file.big(18, 8))
    self.init("FLAC", rate: Double(bits >> 44), frames: Double(bits & 0xF_FFFF_FFFF))
  }

  /// Uses the last page's position (RFC 3533), counted at Vorbis's sample rate or, for Opus (RFC 7845), at 48 kHz.
  private init?(ogg file: ChunkedFile) {
    guard file.text(0) == "OggS", file.count >= 64 else { return nil }
    let body = 27 + file.little(26, 1)
    let isOpus = file.text(body) == "Opus" && file.text(body + 4) == "Head"
    let isVorbis = file.bytes(body, 7) == [1] + Array("vorbis".utf8)
    guard isOpus || isVorbis else { return nil }
    let rate = isOpus ? 48_000 : Double(file.little(body + 12, 4))
    let skipped = isOpus ? file.little(body + 10, 2) : 0
    // A page has at most 65 307 bytes.
    let start = max(0, file.count - 65_307)
    let tail = file.bytes(start, file.count - start)
    guard let page = tail.indices.dropLast(26).last(where: { tail[$0...].starts(with: Array("OggS".utf8)) }) else {
      return nil
    }
    self.init(
      isOpus ? "Opus" : "OGG", rate: rate, frames: max(0, Double(file.little(start + page + 6, 8)) - Double(skipped)))
  }
}

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
