import FoundationEssentials
import Glibc
import ThrumPattern
import ThrumFormats

/// What `thrum studio` is pointed at: a folder, or a pattern in one.
struct StudioPlace {
  /// The folder; `nil` without one.
  let folder: String?
  /// The pattern that is opened, a name within the folder.
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
        "\(path): the studio opens a folder, or a file that ends in \(PatternFormat.namedEndings); drop others on its page"
      )
    }
    (folder, pattern) = (thrum.folder(ofPath: path), file)
  }

  /// What the address says of the pattern.
  var query: String { pattern.map { "&open=" + StudioPlace.percentEncoded($0) } ?? "" }

  /// Everything but letters, digits and a few signs as bytes in hexadecimal (RFC 3986).
  private static func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      let sign = Character(UnicodeScalar(byte))
      if byte < 0x80, sign.isLetter || sign.isNumber || "-._~".contains(sign) { return String(sign) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
