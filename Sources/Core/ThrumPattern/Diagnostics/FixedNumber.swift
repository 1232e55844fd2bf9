/// Formats a number with this many decimals: the exact value rounded to the nearest, ties to even, as in C. Avoids
/// negative zero.
package func fixed(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite else { return value.isNaN ? "nan" : (value < 0 ? "-inf" : "inf") }
  let decimals = min(max(0, decimals), FixedNumber.mostDecimals)
  var digits = FixedNumber.scaled(value.magnitude, decimals)
  if digits.count <= decimals { digits = [UInt8](repeating: 0x30, count: decimals + 1 - digits.count) + digits }
  let isZero = digits.allSatisfy { $0 == 0x30 }
  if decimals > 0 { digits.insert(0x2E, at: digits.count - decimals) }
  if value < 0, !isZero { digits.insert(Byte.minus, at: 0) }
  return String(decoding: digits, as: UTF8.self)
}

private enum FixedNumber {
  /// With this many decimals, every double is exact.
  static let mostDecimals = 1074

  /// Returns the decimal digits of the whole number nearest to `value`·10^`decimals`, without leading zeros.
  static func scaled(_ value: Double, _ decimals: Int) -> [UInt8] {
    if decimals <= 15, value < 1e15 {
      var scale = 1.0
      for _ in 0..<decimals { scale *= 10 }
      let product = value * scale
      // Below 2⁵¹ the nearest whole number and the distance to it are exact.
      if product < 0x1p51 {
        let error = FixedNumber.error(of: product, value, scale)
        var whole = product.rounded(.toNearestOrEven)
        if product - whole == 0.5, error > 0 { whole += 1 }
        if product - whole == -0.5, error < 0 { whole -= 1 }
        return Array(String(UInt64(whole)).utf8)
      }
    }
    return FixedNumber.exact(value, decimals)
  }

  /// Returns the exact difference between a·b and its rounded value (Dekker, 1971).
  private static func error(of product: Double, _ a: Double, _ b: Double) -> Double {
    func halves(_ x: Double) -> (high: Double, low: Double) {
      let scaled = x * 134_217_729
      let high = scaled - (scaled - x)
      return (high, x - high)
    }
    let (a, b) = (halves(a), halves(b))
    return ((a.high * b.high - product) + a.high * b.low + a.low * b.high) + a.low * b.low
  }

  private static func exact(_ value: Double, _ decimals: Int) -> [UInt8] {
    var number = WholeNumber(value.significandBits)
    for _ in 0..<decimals { number.multiply(by: 10) }
    let exponent = value.unitExponent
    if exponent < 0 { number.shiftRight(-exponent) } else { for _ in 0..<exponent { number.multiply(by: 2) } }
    return number.digits()
  }
}

extension Double {
  /// The number is its bits times two to the power of ``unitExponent``.
  fileprivate var significandBits: UInt64 { isNormal ? significandBitPattern | (1 << 52) : significandBitPattern }
  fileprivate var unitExponent: Int { isNormal ? Int(exponent) - 52 : -1074 }
}

/// A whole number of any length.
private struct WholeNumber {
  /// Least significant word first.
  private var words: [UInt32]

  init(_ value: UInt64) { words = [UInt32(truncatingIfNeeded: value), UInt32(value >> 32)] }

  mutating func multiply(by factor: UInt32) { multiplyAdd(factor, 0) }

  private mutating func multiplyAdd(_ factor: UInt32, _ term: UInt32) {
    var carry = UInt64(term)
    for index in words.indices {
      carry += UInt64(words[index]) * UInt64(factor)
      words[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { words.append(UInt32(carry)) }
  }

  /// Divides by two to the power of `bits`, rounding to the nearest, ties to even.
  mutating func shiftRight(_ bits: Int) {
    let (dropped, rest) = (bits / 32, UInt32(bits % 32))
    func bit(_ place: Int) -> Bool {
      place >= 0 && place / 32 < words.count && words[place / 32] >> UInt32(place % 32) & 1 == 1
    }
    let half = bit(bits - 1)
    let isMore = half && (0..<max(0, bits - 1)).contains { bit($0) }
    let kept = dropped < words.count ? Array(words[dropped...]) : []
    words = kept.indices.map { index in
      let high = index + 1 < kept.count && rest > 0 ? kept[index + 1] << (32 - rest) : 0
      return kept[index] >> rest | high
    }
    if half, isMore || words.first.map({ $0 & 1 == 1 }) == true { multiplyAdd(1, 1) }
    if half, isMore, words.isEmpty { words = [1] }
  }

  func digits() -> [UInt8] {
    var words = words
    var result: [UInt8] = []
    while words.contains(where: { $0 != 0 }) {
      var rest: UInt64 = 0
      for index in words.indices.reversed() {
        rest = rest << 32 | UInt64(words[index])
        words[index] = UInt32(rest / 1_000_000_000)
        rest %= 1_000_000_000
      }
      for _ in 0..<9 {
        result.append(0x30 + UInt8(rest % 10))
        rest /= 10
      }
      while words.last == 0 { words.removeLast() }
    }
    while result.last == 0x30 { result.removeLast() }
    return result.reversed()
  }
}
