import Testing

@testable import ThrumStudio

@Suite("Phone page: address and QR code")
struct PhonePlaceTests {
  private func known(_ addresses: String...) throws -> [NetworkAddress] {
    try addresses.enumerated().map {
      NetworkAddress(interface: "if\($0)", address: try #require(IPv4Address($1)))
    }
  }

  // PHONE-1
  @Test func `the only private address is chosen`() throws {
    let place = try PhonePlace(choosingFrom: known("203.0.113.9", "192.168.1.5", "169.254.3.4"))
    #expect("\(place.address)" == "192.168.1.5" && place.port == 0)
  }

  // PHONE-1
  @Test func `if there are several addresses, the error lists them`() throws {
    let addresses = try known("192.168.1.5", "172.17.0.1")
    #expect { try PhonePlace(choosingFrom: addresses) } throws: {
      "\($0)".contains("192.168.1.5 (if0), 172.17.0.1 (if1)") && "\($0)".contains("--phone 192.168.1.5")
    }
    #expect { try PhonePlace(choosingFrom: known("203.0.113.9")) } throws: { "\($0)".contains("--phone ADDRESS") }
  }

  // PHONE-1
  @Test(arguments: [
    "0.0.0.0", "0.0.0.0:80", "255.255.255.255", "224.0.0.1", "192.168.1", "192.168.1.5.6", "192.168.01.5",
    "192.168.1.256", "192.168.1.5:", "192.168.1.5:99999", "192.168.1.5:80:80", "localhost", "", "Haptics", "::1",
  ])
  func `anything other than one address with an optional port is rejected`(_ text: String) {
    #expect(PhonePlace(text) == nil)
  }

  @Test func `an address and its port are read`() throws {
    let place = try #require(PhonePlace("192.168.1.5:8080"))
    #expect("\(place.address)" == "192.168.1.5" && place.port == 8080)
    #expect(PhonePlace("10.0.0.1")?.port == 0)
  }

  @Test func `each line of half blocks shows two rows of a QR code, dark on light`() throws {
    let code = try QRCode("http://192.168.1.5:4321/#0123456789abcdef0123456789abcdef")
    let (colored, plain) = (code.halfBlocks(isColored: true), code.halfBlocks(isColored: false))
    #expect(colored.count == (code.width + 9) / 2 && plain.count == colored.count)
    let size = code.width + 8
    for y in 0..<size {
      let line = Array(plain[y / 2])
      let inside = Array(colored[y / 2].dropFirst("\u{1B}[38;5;16;48;5;231m".count).dropLast("\u{1B}[0m".count))
      #expect(line.count == size && inside.count == size)
      for x in 0..<size {
        let marks: Set<Character> = y % 2 == 0 ? ["█", "▀"] : ["█", "▄"]
        #expect(marks.contains(inside[x]) == code[x - 4, y - 4])
        #expect(marks.contains(line[x]) == !code[x - 4, y - 4])
      }
    }
    // The corner of a finder pattern: seven dark modules around a light ring.
    #expect((0..<7).allSatisfy { code[$0, 0] } && (1..<6).allSatisfy { !code[$0, 1] } && code[2, 2])
  }
}
