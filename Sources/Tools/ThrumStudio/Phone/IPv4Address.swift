import Glibc
import ThrumPattern
import ThrumSystem

package struct IPv4Address: Sendable, Hashable, CustomStringConvertible {
  /// In host byte order.
  package let value: UInt32

  package init(_ value: UInt32) { self.value = value }

  /// Parses four decimal numbers without leading zeros.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var value: UInt32 = 0
    for part in parts {
      guard let number = UInt8(part), String(number) == part else { return nil }
      value = value << 8 | UInt32(number)
    }
    self.value = value
  }

  package static let loopback = IPv4Address(0x7F00_0001)

  package var description: String {
    let parts: [UInt32] = [value >> 24, value >> 16 & 0xFF, value >> 8 & 0xFF, value & 0xFF]
    return parts.map(String.init).joined(separator: ".")
  }
}

extension IPv4Address {
  /// Whether the address is private (RFC 1918).
  var isPrivate: Bool { value >> 24 == 10 || value >> 20 == 0xAC1 || value >> 16 == 0xC0A8 }

  /// False for 0.0.0.0/8, multicast, reserved and broadcast addresses.
  var isSingle: Bool { value >> 24 != 0 && value >> 28 < 0xE }
}
