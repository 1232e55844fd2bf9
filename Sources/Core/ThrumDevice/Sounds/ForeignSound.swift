/// Sounds in formats that no reader here decodes, by their first bytes.
package enum ForeignSound {
  /// Number of bytes that tell the format.
  static let bytes = 16

  /// Returns the error for such a file, with the remedy, or `nil` for anything else.
  package static func error(_ file: ChunkedFile, path: String) -> SoundError? {
    let first = [UInt8](unsafeUninitializedCapacity: bytes) { buffer, count in
      count = min(bytes, max(0, file.read(0, into: UnsafeMutableRawBufferPointer(buffer))))
    }
    return name(first).map { name in
      SoundError(.unreadable, path: path, detail: "it is \(name), which cannot be read here: \(remedy(path))")
    }
  }

  /// Names the format of a file with these first bytes.
  static func name(_ first: [UInt8]) -> String? {
    func has(_ text: String, at offset: Int = 0) -> Bool { first.dropFirst(offset).starts(with: text.utf8) }
    if has("ftyp", at: 4) {
      if has("qt", at: 8) { return "a QuickTime film (.mov)" }
      if has("3g", at: 8) { return "a 3GPP file (.3gp)" }
      return has("M4A", at: 8) || has("M4B", at: 8) ? "MPEG-4 audio (.m4a)" : "an MPEG-4 file (.mp4 or .m4a)"
    }
    if ["moov", "mdat", "wide", "free"].contains(where: { has($0, at: 4) }) { return "a QuickTime film (.mov)" }
    // The frame header of ADTS has a layer of 0, that of MP3 another.
    if first.count > 1, first[0] == 0xFF, first[1] & 0xF6 == 0xF0 { return "AAC audio (.aac)" }
    if has("ADIF") { return "AAC audio (.aac)" }
    if first.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "a Matroska or WebM file (.mka, .mkv or .webm)" }
    if first.starts(with: [0x30, 0x26, 0xB2, 0x75]) { return "Windows Media (.wma or .wmv)" }
    if has("#!AMR") { return "AMR audio (.amr)" }
    return nil
  }

  private static func remedy(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || "._-/".utf8.contains(byte)
    }
    // A sound in memory, such as one dropped on the studio's page, has no name for a person.
    let isName = isPlain && !path.hasPrefix("-") && !path.hasPrefix("/proc/")
    let name = path.split(separator: "/").last ?? "sound"
    let stem = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? name[..<$0] : nil } ?? name
    // The input may be misnamed.
    let output = path.lowercased().hasSuffix(".wav") ? "\(stem)-2.wav" : "\(stem).wav"
    return isName ? "`ffmpeg -i \(path) \(output)` converts it" : "`ffmpeg -i SOUND sound.wav` converts it"
  }
}
