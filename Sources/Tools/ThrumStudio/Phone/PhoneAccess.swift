import Glibc
import ThrumPattern
import ThrumSystem

/// Access to the phone page: the unused code, and the phones with a session.
///
/// Times are in seconds on a steady clock.
struct PhoneAccess: Sendable {
  private struct Phone {
    let session: SecretToken
    let name: PhoneName
    var lastSeen: Double
  }

  /// Maximum number of sessions. A further phone replaces the one not seen for the longest time.
  static let most = 8
  /// Seconds without a request before a phone counts as absent.
  static let absentSeconds = 5.0

  /// `nil` once a phone has used it.
  private(set) var code: SecretToken?
  private var phones: [Phone] = []
  private let makeToken: @Sendable () -> SecretToken

  init(makeToken: @escaping @Sendable () -> SecretToken = { SecretToken() }) {
    self.makeToken = makeToken
    code = makeToken()
  }

  /// Exchanges the code for a session, once. Returns `nil` for a wrong or used code.
  mutating func exchange(_ guess: String, name: PhoneName, now: Double) -> SecretToken? {
    guard let code, code.isEqual(to: guess) else { return nil }
    self.code = nil
    let session = makeToken()
    phones.append(Phone(session: session, name: name, lastSeen: now))
    if phones.count > PhoneAccess.most,
      let oldest = phones.indices.min(by: { phones[$0].lastSeen < phones[$1].lastSeen })
    {
      phones.remove(at: oldest)
    }
    return session
  }

  /// Returns whether a guess matches a session, and marks its phone as present.
  mutating func admit(_ guesses: [String], now: Double) -> Bool {
    var found: Int?
    for guess in guesses {
      for index in phones.indices where phones[index].session.isEqual(to: guess) { found = index }
    }
    guard let found else { return false }
    phones[found].lastSeen = now
    return true
  }

  mutating func renew() { code = makeToken() }

  mutating func disconnectAll() {
    phones = []
    renew()
  }

  /// Phones seen recently, in the order in which they connected.
  func present(now: Double) -> [PhoneName] {
    phones.filter { now - $0.lastSeen <= PhoneAccess.absentSeconds }.map(\.name)
  }
}

/// A browser's name from a fixed list, so that no text from the network is displayed.
struct PhoneName: Sendable, Equatable, CustomStringConvertible {
  let description: String

  init(userAgent: String) {
    func has(_ word: String) -> Bool { userAgent.contains(word) }
    // The order matters: most browsers also name others, for compatibility.
    let browsers = [
      ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("Edg", "Edge"),
      ("OPR/", "Opera"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    let systems = [
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Linux", "Linux"), ("Macintosh", "Mac"),
      ("Windows", "Windows"),
    ]
    let browser = browsers.first { has($0.0) }?.1 ?? "a browser"
    description = browser + (systems.first { has($0.0) }.map { " on \($0.1)" } ?? "")
  }
}

package struct PhonePlace: Sendable, Equatable {
  package let address: IPv4Address
  /// 0 for any free port.
  package let port: UInt16

  /// Parses `ADDRESS` or `ADDRESS:PORT`. Returns `nil` for anything else, and for addresses of more than one machine.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPv4Address(parts[0]), address.isSingle else { return nil }
    guard let port = parts.count == 2 ? UInt16(parts[1]) : 0 else { return nil }
    self.address = address
    self.port = port
  }

  /// Chooses the machine's only address on a local network.
  ///
  /// - Throws: ``StudioError`` unless there is exactly one.
  package init(choosingFrom known: [NetworkAddress] = NetworkAddress.all) throws(StudioError) {
    let local = known.filter(\.address.isPrivate)
    guard let first = local.first else {
      throw StudioError(
        "--phone: this machine has no address on a local network; connect it to the phone's network, or name an "
          + "address: --phone ADDRESS", kind: .port)
    }
    guard local.count == 1 else {
      let names = local.map { "\($0.address) (\($0.interface))" }.joined(separator: ", ")
      throw StudioError(
        "--phone: this machine has several addresses: \(names); choose the one on the phone's network, such as "
          + "--phone \(first.address)", kind: .port)
    }
    address = first.address
    port = 0
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
