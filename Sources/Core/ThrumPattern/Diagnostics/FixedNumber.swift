#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Formats a number, avoiding negative zero.
///
/// Uses the process's locale, which is C by default.
package func fixed(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite else { return value.isNaN ? "nan" : (value < 0 ? "-inf" : "inf") }
  // A double has at most 309 digits before the decimal point.
  var text = [CChar](repeating: 0, count: 320 + max(0, decimals))
  _ = withVaList([Int32(clamping: max(0, decimals)), value]) { vsnprintf(&text, text.count, "%.*f", $0) }
  let digits = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  let isZero = digits.allSatisfy { !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
  return String(decoding: isZero && digits.first == UInt8(ascii: "-") ? digits.dropFirst() : digits[...], as: UTF8.self)
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
