import ThrumEngine
import ThrumFormats
import ThrumOffline
import ThrumPattern

/// Types of files that are not patterns, detected by their first bytes.
enum FileKind {
  case sound, picture, archive, document

  /// Returns `nil` for anything that may be text.
  init?(_ bytes: [UInt8]) {
    func begins(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
    if begins("RIFF"), begins("WAVE", at: 8) || begins("AVI", at: 8) {
      self = .sound
    } else if begins("FORM") || begins("caff") || begins("fLaC") || begins("OggS") || begins("ID3")
      || begins("ftyp", at: 4)
    {
      self = .sound
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) || bytes.starts(with: [0xFF, 0xD8, 0xFF]) || begins("GIF8") {
      self = .picture
    } else if begins("PK\u{03}\u{04}") || bytes.starts(with: [0x1F, 0x8B]) {
      self = .archive
    } else if begins("%PDF") {
      self = .document
    } else {
      return nil
    }
  }

  var words: String {
    switch self {
    case .sound: "a sound"
    case .picture: "a picture"
    case .archive: "an archive"
    case .document: "a PDF"
    }
  }

  var remedy: String {
    self == .sound
      ? "; `thrum generate` makes a pattern from it, and the EventWaveformPath of an AudioCustom event plays it" : ""
  }
}
