import FoundationEssentials
import Glibc
import ThrumPattern

/// The folder that a path names something in; empty for a name alone.
func folder(ofPath path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "" }
  let folder = path[..<slash]
  return folder.isEmpty ? "/" : String(folder)
}

/// Text at the left of a column.
func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// Text at the right of a column.
func lead(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

/// JSON documents of the command line: sorted keys, no escaped slashes.
enum JSONText {
  /// The same document with everything that a terminal would obey as an escape; outside of strings JSON has only line breaks of that.
  static func escaped(_ json: String) -> String {
    func isPlain(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || !UserText.isObeyed(scalar) }
    guard !json.unicodeScalars.allSatisfy(isPlain) else { return json }
    var result = ""
    for scalar in json.unicodeScalars {
      guard !isPlain(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return result
  }

  /// Encodes over several lines.
  static func encode(_ value: some Encodable, compact: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      compact ? [.sortedKeys, .withoutEscapingSlashes] : [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

/// “once”, “2 times”, …
func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
