package enum UserText {
  /// Longest quotation in scalars; longer text ends in an ellipsis.
  package static let quotation = 60
  /// Longest message in scalars; longer text ends in an ellipsis.
  package static let message = 2_000

  package static func bounded(_ text: String, to most: Int) -> String {
    // Scalars never outnumber bytes.
    guard text.utf8.count > most, let end = index(most, in: text) else { return text }
    return String(text[..<end]) + "…"
  }

  private static func index(_ most: Int, in text: String) -> String.Index? {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex) else { return nil }
    return end < scalars.endIndex ? end : nil
  }

  /// Escapes control characters and direction overrides, for example as `\n`, `\x1B` or `\u{202E}`.
  package static func printable(_ text: String, keepingLines: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: isObeyed) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += keepingLines ? "\n" : "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case let other where isObeyed(other):
        let digits = String(other.value, radix: 16, uppercase: true)
        result += other.value > 0xFF ? "\\u{\(digits)}" : "\\x" + (digits.count < 2 ? "0" : "") + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a terminal might interpret the scalar: C0, DEL, C1, line breaks, writing direction.
  package static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// Truncates and escapes untrusted text for a message.
package func quoted(_ text: some StringProtocol) -> String {
  UserText.printable(UserText.bounded(String(text), to: UserText.quotation))
}

/// A given number for a message: at most six significant digits, so that `0.30000000000000004` reads 0.3.
///
/// - Parameter range: numbers that the text must not name if `value` is outside; then all digits are shown.
package func shown(_ value: Double, outside range: ClosedRange<Double>? = nil) -> String {
  guard value.isFinite, value != 0, abs(value) < 1e15, abs(value) >= 1e-9 else { return "\(value)" }
  var scale = 1.0
  while abs(value) * scale < 1e5 { scale *= 10 }
  let rounded = (value * scale).rounded() / scale
  if let range, range.contains(rounded) { return "\(value)" }
  return "\(rounded)"
}

package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

package func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
