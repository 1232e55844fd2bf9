/// What a file recognisably is, if it is neither a pattern nor a sound, or the wrong one of both.
///
/// Readers ask only after they have failed, so a format that Thrum reads is never refused because of its first bytes.
package struct ForeignContent: Equatable, Sendable {
  /// With an article, such as “an HTML page”.
  package let words: String
  /// What to do, as a sentence.
  package let cure: String

  package enum Kind: Sendable {
    case sound
    /// A sound or film that phones may play, and nothing here decodes.
    case undecodedSound
    case other
  }

  package let kind: Kind

  /// Number of bytes from the start of a file that are looked at.
  package static let headLength = 1024

  /// - Parameter head: the start of the file.
  package init?(_ head: some Collection<UInt8>) {
    let head = Array(head.prefix(ForeignContent.headLength))
    guard let found = ForeignContent.bySignature(head) ?? ForeignContent.byText(head) else { return nil }
    self = found
  }

  private init(_ words: String, _ cure: String, _ kind: Kind = .other) {
    (self.words, self.cure, self.kind) = (words, cure, kind)
  }

  private static func sound(_ words: String) -> ForeignContent {
    ForeignContent("a sound (\(words))", "`thrum generate` makes a pattern from a sound.", .sound)
  }

  private static func undecoded(_ words: String) -> ForeignContent {
    ForeignContent(words, "Make a WAV file of its sound: `ffmpeg -i FILE -vn SOUND.wav`.", .undecodedSound)
  }

  private static let picture = "Give the pattern or sound itself."
  private static let archive = "Unpack it, and give the file inside."

  /// Signatures: the offset, the bytes, and what they mean.
  private static let signatures: [(offset: Int, bytes: [UInt8], content: ForeignContent)] = [
    (
      0, Array("bplist".utf8),
      ForeignContent("a binary property list", "Convert it: `plutil -convert json FILE -o PATTERN.ahap`.")
    ),
    (0, [0x89, 0x50, 0x4E, 0x47], ForeignContent("a picture (PNG)", picture)),
    (0, [0xFF, 0xD8, 0xFF], ForeignContent("a picture (JPEG)", picture)),
    (0, Array("GIF8".utf8), ForeignContent("a picture (GIF)", picture)),
    (8, Array("WEBP".utf8), ForeignContent("a picture (WebP)", picture)),
    (4, Array("ftyphei".utf8), ForeignContent("a picture (HEIC)", picture)),
    (0, Array("%PDF".utf8), ForeignContent("a PDF document", picture)),
    (0, [0x50, 0x4B, 0x03, 0x04], ForeignContent("an archive (ZIP)", archive)),
    (0, [0x50, 0x4B, 0x05, 0x06], ForeignContent("an empty archive (ZIP)", archive)),
    (0, [0x1F, 0x8B], ForeignContent("an archive (gzip)", archive)),
    (0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], ForeignContent("an archive (7z)", archive)),
    (0, Array("Rar!".utf8), ForeignContent("an archive (RAR)", archive)),
    (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], ForeignContent("an archive (xz)", archive)),
    (0, Array("BZh".utf8), ForeignContent("an archive (bzip2)", archive)),
    (257, Array("ustar".utf8), ForeignContent("an archive (tar)", archive)),
    (
      0, [0x00, 0x05, 0x16, 0x07],
      ForeignContent("a macOS resource fork (AppleDouble)", "Use the file of the same name without the leading `._`.")
    ),
    (8, Array("WAVE".utf8), sound("WAV")),
    (8, Array("AIF".utf8), sound("AIFF")),
    (0, Array("caff".utf8), sound("CAF")),
    (0, Array("fLaC".utf8), sound("FLAC")),
    (0, Array("OggS".utf8), sound("Ogg")),
    (0, Array("ID3".utf8), sound("MP3")),
    (4, Array("ftypqt".utf8), undecoded("a QuickTime film (.mov)")),
    (4, Array("ftyp3g".utf8), undecoded("a 3GPP file (.3gp)")),
    (4, Array("ftypM4A".utf8), undecoded("MPEG-4 audio (.m4a)")),
    (4, Array("ftypM4B".utf8), undecoded("MPEG-4 audio (.m4a)")),
    (4, Array("ftyp".utf8), undecoded("an MPEG-4 file (.mp4 or .m4a)")),
    (4, Array("moov".utf8), undecoded("a QuickTime film (.mov)")),
    (4, Array("mdat".utf8), undecoded("a QuickTime film (.mov)")),
    (4, Array("wide".utf8), undecoded("a QuickTime film (.mov)")),
    // The frame header of ADTS has a layer of 0, that of MP3 another.
    (0, [0xFF, 0xF0], undecoded("AAC audio (.aac)")),
    (0, [0xFF, 0xF1], undecoded("AAC audio (.aac)")),
    (0, [0xFF, 0xF8], undecoded("AAC audio (.aac)")),
    (0, [0xFF, 0xF9], undecoded("AAC audio (.aac)")),
    (0, Array("ADIF".utf8), undecoded("AAC audio (.aac)")),
    (0, [0x1A, 0x45, 0xDF, 0xA3], undecoded("a Matroska or WebM file (.mka, .mkv or .webm)")),
    (0, [0x30, 0x26, 0xB2, 0x75], undecoded("Windows Media (.wma or .wmv)")),
    (0, Array("#!AMR".utf8), undecoded("AMR audio (.amr)")),
  ]

  private static func bySignature(_ head: [UInt8]) -> ForeignContent? {
    signatures.first { head.dropFirst($0.offset).starts(with: $0.bytes) }?.content
  }

  private static func byText(_ head: [UInt8]) -> ForeignContent? {
    guard !head.contains(0) else { return nil }
    var start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head[3...] : head[...]
    start = start.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let text = start.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    func begins(_ words: String) -> Bool { text.starts(with: words.utf8) }
    func contains(_ words: String) -> Bool {
      let words = Array(words.utf8)
      return text.indices.contains { text[$0...].starts(with: words) }
    }
    if begins("version https://git-lfs") {
      return ForeignContent("a Git LFS pointer, not the file itself", "Fetch the file: `git lfs pull`.")
    }
    if begins("#extm3u") {
      return ForeignContent("an HLS playlist", "Give the pattern or sound that it names.")
    }
    if ["<!doctype html", "<html", "<head", "<body"].contains(where: begins) || begins("<?xml") && contains("<html") {
      return ForeignContent("an HTML page", "The download failed, or needs a login: fetch the file itself.")
    }
    if begins("<plist") || begins("<!doctype plist") || begins("<?xml") && contains("<plist") {
      return ForeignContent(
        "an XML property list", "Convert it: `plutil -convert json FILE -o PATTERN.ahap`.")
    }
    if begins("<svg") || begins("<?xml") && contains("<svg") { return ForeignContent("a picture (SVG)", picture) }
    return isTable(text) ? ForeignContent("a table (CSV)", "Write its rows as events of an AHAP file.") : nil
  }

  /// Whether the first lines are printable and have the same number of separators.
  private static func isTable(_ text: [UInt8]) -> Bool {
    let lines = text.split { $0 == 0x0A || $0 == 0x0D }.prefix(3)
    guard lines.count >= 2, !text.contains(where: { "{}[]<>".utf8.contains($0) || $0 < 0x09 }) else { return false }
    return [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09].contains { separator in
      let counts = lines.dropLast(text.count < headLength - 3 ? 0 : 1).map { line in line.count { $0 == separator } }
      return counts.count >= 2 && (counts.first ?? 0) >= 1 && counts.allSatisfy { $0 == counts[0] }
    }
  }
}
