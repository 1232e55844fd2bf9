import FoundationEssentials
import ThrumPattern

/// A copy of the studio's page (`make web`) with a pattern in it, which it opens.
enum EditableCopy {
  private struct Given: Encodable {
    let name: String
    let text: String
  }

  /// Where the page takes the pattern.
  private static let place = "<!--given-->"

  /// What the page opens.
  static func json(_ shared: SharedPattern) throws -> String {
    try HTML.json(Given(name: SharePage.fileName(shared.name), text: String(decoding: shared.bytes, as: UTF8.self)))
  }

  /// A text as a part of an address.
  static func fragment(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        result.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result.append(contentsOf: "%\(byte < 16 ? "0" : "")\(digits)".utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// - Throws: `Failure` if `page` is not the studio's page.
  static func bytes(_ shared: SharedPattern, page: [UInt8], named name: String) throws -> [UInt8] {
    let parts = String(decoding: page, as: UTF8.self).split(separator: place, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw Failure(.badData, "\(name) is not the studio's page: make it with `make web`")
    }
    let given = "\(place)<script type=\"application/json\" id=\"given\">\(try json(shared))</script>"
    return Array((parts[0] + given + parts[1]).utf8)
  }
}
