/// Numbers written with a comma, as in many countries. JSON and AHAP use a point.
package enum DecimalComma {
  /// Returns the number with a point, such as `0.8` for `0,8`, or `nil` for other text.
  package static func corrected(_ text: String) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].allSatisfy({ $0.isASCIIDigit }), !parts[1].isEmpty,
      let whole = parts.first, (whole.first == "-" ? whole.dropFirst() : whole).allSatisfy({ $0.isASCIIDigit })
    else { return nil }
    let number = parts.joined(separator: ".")
    return Double(number)?.isFinite == true ? number : nil
  }
}
