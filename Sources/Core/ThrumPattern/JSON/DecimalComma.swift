/// Numbers written with a comma, as in many countries. JSON and AHAP use a point.
package enum DecimalComma {
  /// Returns the number with a point, such as `0.8` for `0,8`, or `nil` for other text.
  package static func corrected(_ text: String) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].allSatisfy(\.isASCIIDigit), !parts[1].isEmpty,
      let whole = parts.first, (whole.first == "-" ? whole.dropFirst() : whole).allSatisfy(\.isASCIIDigit)
    else { return nil }
    let number = parts.joined(separator: ".")
    return Double(number)?.isFinite == true ? number : nil
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension Tokenizer {
  /// Returns a number with a decimal comma that ends here in an object: digits, a comma and digits without space.
  @inline(never)
  func decimalComma() -> SyntaxError? {
    guard count > 0, out[count - 1].kind == .number, position < end, byte(position) &- Byte.zero < 10,
      byte(position &- 1) == Byte.comma
    else { return nil }
    let begin = out[count - 1].start
    var last = position
    while last < end, last &- position < 32, byte(last) &- Byte.zero < 10 { last &+= 1 }
    guard position &- begin < 32 else { return nil }
    // Safety: `begin..<last` is within the text.
    let text = UnsafeRawBufferPointer(start: base + begin, count: last &- begin)
    let given = String(decoding: text, as: UTF8.self)
    return DecimalComma.corrected(given) == nil ? nil : SyntaxError(reason: .decimalComma(given), offset: begin)
  }
}
