import Glibc

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

package struct NetworkAddress: Sendable, Equatable {
  package let interface: String
  package let address: IPv4Address

  package init(interface: String, address: IPv4Address) {
    self.interface = interface
    self.address = address
  }

  /// IPv4 addresses of all interfaces that are up, except loopback.
  package static var all: [NetworkAddress] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var result: [NetworkAddress] = []
    var next = first
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let address = entry.ifa_addr, Int32(address.pointee.sa_family) == AF_INET,
        entry.ifa_flags & UInt32(IFF_UP) != 0, entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0
      else { continue }
      // Safety: an AF_INET address is a sockaddr_in; the list lives until freeifaddrs.
      let value = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr.s_addr }
      result.append(
        NetworkAddress(
          interface: String(cString: entry.ifa_name), address: IPv4Address(UInt32(bigEndian: value))))
    }
    return result
  }
}

extension IPv4Address {
  /// Whether the address is private (RFC 1918).
  var isPrivate: Bool { value >> 24 == 10 || value >> 20 == 0xAC1 || value >> 16 == 0xC0A8 }

  /// False for 0.0.0.0/8, multicast, reserved and broadcast addresses.
  var isSingle: Bool { value >> 24 != 0 && value >> 28 < 0xE }
}
