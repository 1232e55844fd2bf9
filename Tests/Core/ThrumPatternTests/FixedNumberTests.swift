import Foundation
import TestSupport
import Testing
import ThrumPattern

/// `fixed` rounds the exact value as C does.
@Suite struct FixedNumberTests {
  private func expected(_ value: Double, _ decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", value)
    let isZero = !text.contains { ("1"..."9").contains($0) }
    return isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text
  }

  @Test func `numbers of every size are rounded as by the C library`() {
    var random = SplitMix64(seed: 59)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let decimals = Int(random.next() % 20)
      #expect(fixed(value, decimals) == expected(value, decimals))
    }
  }

  @Test func `everyday numbers and ties are rounded as by the C library`() {
    var random = SplitMix64(seed: 60)
    for _ in 0..<50_000 {
      let decimals = Int(random.next() % 8)
      let scale = pow(10.0, Double(decimals))
      let whole = Double(Int64(bitPattern: random.next()) % 1_000_000)
      for value in [whole / scale, (whole + 0.5) / scale, ((whole + 0.5) / scale).nextUp, whole / 1024] {
        #expect(fixed(value, decimals) == expected(value, decimals))
      }
    }
    #expect(fixed(0.5, 0) == "0" && fixed(1.5, 0) == "2" && fixed(-0.04, 1) == "0.0")
    #expect(fixed(.nan, 2) == "nan" && fixed(-.infinity, 2) == "-inf" && fixed(1e300, 0).count == 301)
  }
}
