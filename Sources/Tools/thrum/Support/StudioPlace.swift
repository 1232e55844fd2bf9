import FoundationEssentials
import Glibc
import ThrumFormats
import ThrumPattern

/// The argument of `thrum studio`: a folder, or a pattern in one.
struct StudioPlace {
  let folder: String?
  /// Path relative to the folder.
  let pattern: String?

  init(_ path: String?) throws {
    var status = stat()
    guard let path, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      (folder, pattern) = (path, nil)
      return
    }
    let file = URL(fileURLWithPath: path).lastPathComponent
    guard PatternFormat(fileName: file) != nil else {
      throw Failure(
        .noInput,
        "\(path): the studio opens a folder, or a \(PatternFormat.namedEndings) file; drop other files on its page"
      )
    }
    (folder, pattern) = (thrum.folder(ofPath: path), file)
  }

  var query: String { pattern.map { "&open=" + StudioPlace.percentEncoded($0) } ?? "" }

  /// Encodes everything except unreserved characters (RFC 3986).
  private static func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      let sign = Character(UnicodeScalar(byte))
      if byte < 0x80, sign.isLetter || sign.isNumber || "-._~".contains(sign) { return String(sign) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
