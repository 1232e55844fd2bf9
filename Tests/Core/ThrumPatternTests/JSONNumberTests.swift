import TestSupport
import Testing

@testable import ThrumPattern

@Suite struct `JSON numbers` {
  private func number(_ literal: String) throws -> Double {
    let tape = try JSONTape(reading: Array("[\(literal)]".utf8), limits: ReadLimits())
    return tape.tokens[1].double
  }

  // AHAP-11
  @Test(arguments: [
    "0", "-0.0", "0.1", "0.2", "0.3", "1.0", "9007199254740992", "9007199254740993", "9007199254740991e22",
    "1e22", "1e23",
    "123456789e-22", "1e-22", "1e-23", "0.000000000000000000000000000001", "2.2250738585072011e-308",
    "5e-324",
    "1.7976931348623157e308", "4.9406564584124654e-324",
    "0.500000000000000166533453693773481063544750213623046875",
    "18446744073709551616", "100000000000000000000000", "1e-400", "0e999999999999", "0.0e-99999",
    "1000000000000000000",
  ])
  func `every literal is read as the nearest double`(literal: String) throws {
    let expected = try #require(Double(literal))
    #expect(try number(literal).bitPattern == expected.bitPattern)
  }

  @Test func `random doubles are read back bit for bit`() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<5000 {
      let double = Double(bitPattern: random.next())
      guard double.isFinite else { continue }
      #expect(try number(double.description).bitPattern == double.bitPattern)
    }
  }

  @Test func `random short decimals are read exactly`() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<5000 {
      let digits =
        UInt64.random(in: 0..<1_000_000_000_000_000_000, using: &random)
        >> UInt64.random(in: 0..<60, using: &random)
      let literal = "\(digits)e\(Int.random(in: -30...30, using: &random))"
      #expect(try number(literal).bitPattern == Double(literal)?.bitPattern)
    }
  }

  // AHAP-11
  @Test(arguments: ["1e309", "-1e309", "1e999999999999999999999", "1\(String(repeating: "0", count: 400))"])
  func `a number beyond the range of a double has its own error code`(literal: String) {
    #expect(codes(read("[\(literal)]").diagnostics) == [.numberNotFinite])
  }
}
