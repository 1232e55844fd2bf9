import Glibc

/// A number with a fixed count of decimals, in any locale the same.
package func fixed(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite else { return value.isNaN ? "nan" : (value < 0 ? "-inf" : "inf") }
  // The largest double has 309 digits before its point.
  var text = [CChar](repeating: 0, count: 320 + max(0, decimals))
  _ = withVaList([Int32(clamping: max(0, decimals)), value]) { vsnprintf(&text, text.count, "%.*f", $0) }
  return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
