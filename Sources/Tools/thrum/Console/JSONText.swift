import FoundationEssentials
import Glibc
import ThrumPattern

enum JSONText {
  /// Escapes terminal control characters. Outside strings, JSON contains none except line breaks.
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

  /// Sorts keys, and writes non-finite numbers as "inf", "-inf" and "nan".
  static func encode(_ value: some Encodable, compact: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      compact ? [.sortedKeys, .withoutEscapingSlashes] : [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
