import ThrumPattern

/// The error for sounds in formats that no reader here decodes (``ForeignContent``).
package enum ForeignSound {
  /// Returns the error for such a file, with the remedy, or `nil` for anything else.
  package static func error(_ file: ChunkedFile, path: String) -> SoundError? {
    guard let content = file.content, content.kind == .undecodedSound else { return nil }
    return SoundError(
      .unreadable, path: path, detail: "it is \(content.words), which cannot be read here: \(remedy(path))")
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
