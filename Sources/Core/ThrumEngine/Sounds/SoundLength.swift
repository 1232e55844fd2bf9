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
        detail: file.count == 0 ? "it is empty" : "it is not a sound file in a known format")
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
