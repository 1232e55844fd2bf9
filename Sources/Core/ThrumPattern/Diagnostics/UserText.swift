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

package enum Suggestion {
  /// Returns the result of ``misspelt(_:in:)``, or a name that ends with `name`, as `EventDuration` ends with
  /// `Duration`.
  package static func nearest(to name: String, in known: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let folded = fold(name)
    if folded.count >= 4, !known.contains(where: { fold($0) == folded }),
      let longer = known.first(where: { fold($0).reversed().starts(with: folded.reversed()) })
    {
      return longer
    }
    return misspelt(name, in: known)
  }

  /// Returns a known name that differs only in case, spaces, hyphens or underscores, or else by few edits: at most
  /// three, and at most a third of the length of `name`.
  package static func misspelt(_ name: String, in known: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let folded = fold(name)
    if let same = known.first(where: { fold($0) == folded }) { return same }
    let most = min(3, max(folded.count, 3) / 3)
    let ranked = known.filter { abs($0.utf8.count - folded.count) <= most }
      .map { (name: $0, edits: distance(folded, fold($0))) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }) else { return nil }
    return best.edits <= most ? best.name : nil
  }

  /// Returns `Did you mean …?`, or `otherwise` if no name is close enough.
  package static func sentence(for name: String, in known: [String], otherwise: String) -> String {
    nearest(to: name, in: known).map { "Did you mean `\($0)`?" } ?? otherwise
  }

  private static func fold(_ name: String) -> [UInt8] {
    name.lowercased().utf8.filter { $0 != Byte.space && $0 != 0x5F && $0 != Byte.minus }
  }

  /// Counts edits (Damerau–Levenshtein): insertions, deletions, substitutions, and transpositions of adjacent bytes.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before = [Int](repeating: 0, count: right.count + 1)
    var row = Array(0...right.count)
    for (i, byte) in left.enumerated() {
      var next = [i + 1] + [Int](repeating: 0, count: right.count)
      for (j, other) in right.enumerated() {
        next[j + 1] = min(row[j] + (byte == other ? 0 : 1), next[j] + 1, row[j + 1] + 1)
        guard i > 0, j > 0, byte == right[j - 1], left[i - 1] == other else { continue }
        next[j + 1] = min(next[j + 1], before[j - 1] + 1)
      }
      (before, row) = (row, next)
    }
    return row[right.count]
  }
}
