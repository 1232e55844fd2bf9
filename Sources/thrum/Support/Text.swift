import FoundationEssentials
import Glibc

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

/// Text for a terminal: control characters, which a file's name may hold, are written as `\\n`, `\\t` or `\\x1B`.
func printable(_ text: String, keepingLines: Bool = false) -> String {
  guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += keepingLines ? "\n" : "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default:
      guard scalar.properties.generalCategory == .control else {
        result.unicodeScalars.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result += "\\x" + String(repeating: "0", count: max(0, 2 - digits.count)) + digits
    }
  }
  return result
}

/// “once”, “2 times”, …
func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
