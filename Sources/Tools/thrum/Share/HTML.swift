import FoundationEssentials
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumFormats
import ThrumOutput
import ThrumPattern

enum HTML {
  /// Escapes text for an element, or for an attribute in quotes.
  static func text(_ words: String) -> String {
    var result = ""
    for character in UserText.printable(words).unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  static func data(_ bytes: [UInt8], _ type: String) -> String {
    "data:\(type);base64,\(Data(bytes).base64EncodedString())"
  }

  /// Encodes JSON for a `script` element. Escapes `<`, because `</` and `<!--` are special there.
  static func json(_ value: some Encodable) throws -> String {
    try JSONText.encode(value, compact: true).replacing("<", with: #"\u003C"#)
  }

  static func row(_ cells: [String], header: Bool = false) -> String {
    let tag = header ? "th" : "td"
    return "<tr>" + cells.map { "<\(tag)\(header ? " scope=\"col\"" : "")>\($0)</\(tag)>" }.joined() + "</tr>"
  }

  static func table(_ heads: [String], _ rows: [[String]]) -> String {
    "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table><thead>"
      + row(heads.map(text), header: true) + "</thead><tbody>" + rows.map { row($0) }.joined(separator: "\n")
      + "</tbody></table></div>"
  }
}
