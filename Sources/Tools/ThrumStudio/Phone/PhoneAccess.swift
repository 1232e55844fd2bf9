import Glibc
import Synchronization
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

/// The open pattern and access to it, shared by the studio and the phone page.
final class PhoneDesk: Sendable {
  private struct State {
    var access: PhoneAccess
    var version = 1
    var pattern: PhonePattern?
    var requests = RequestRate(perSecond: 20, burst: 60)
    /// Rate of code exchanges, which also count as requests.
    var exchanges = RequestRate(perSecond: 0.1, burst: 5)
  }

  let address: IPv4Address
  private let state: Mutex<State>
  private let opened = Mutex<PhonePolicy?>(nil)
  let now: @Sendable () -> Double
  private let draw: PhonePicture
  private let report: @Sendable (PhoneName, IPv4Address) -> Void

  init(
    address: IPv4Address, access: PhoneAccess = PhoneAccess(), now: @escaping @Sendable () -> Double,
    draw: @escaping PhonePicture = { _, _, _, _, _ in nil },
    report: @escaping @Sendable (PhoneName, IPv4Address) -> Void = { _, _ in }
  ) {
    self.address = address
    self.now = now
    self.draw = draw
    self.report = report
    state = Mutex(State(access: access))
  }

  func open(port: UInt16) { opened.withLock { $0 = PhonePolicy(address: address, port: port) } }

  /// `nil` until the port is known.
  var policy: PhonePolicy? { opened.withLock { $0 } }

  // MARK: For the studio

  /// Address with the code, or `nil` once a phone has used the code.
  var link: String? {
    guard let host = policy?.hosts.last else { return nil }
    return state.withLock { $0.access.code.map { "http://\(host)/#\($0)" } }
  }

  var present: [PhoneName] { state.withLock { $0.access.present(now: now()) } }

  func renewCode() { state.withLock { $0.access.renew() } }

  func disconnectAll() { state.withLock { $0.access.disconnectAll() } }

  func show(_ text: String?, path: String, folder: StudioFolder?, settings: SoundSettings) {
    state.withLock { state in
      if state.pattern == nil, text == nil { return }
      state.version += 1
      state.pattern = text.map {
        PhonePattern(version: state.version, text: $0, path: path, folder: folder, settings: settings, draw: draw)
      }
    }
  }

  // MARK: For phones

  var pattern: PhonePattern? { state.withLock { $0.pattern } }

  func facts(_ work: Work<StudioError>) throws(StudioError) -> PhonePattern.Facts {
    let (pattern, version) = state.withLock { ($0.pattern, $0.version) }
    guard let pattern else { return .empty(version: version) }
    return try pattern.facts(work)
  }

  var version: Int { state.withLock { $0.version } }

  func admitRequest(from client: IPv4Address) -> Bool {
    state.withLock { $0.requests.admit(client, now: now()) }
  }

  func admitExchange(from client: IPv4Address) -> Bool {
    state.withLock { $0.exchanges.admit(client, now: now()) }
  }

  func admit(_ sessions: [String]) -> Bool { state.withLock { $0.access.admit(sessions, now: now()) } }

  func exchange(_ code: String, name: PhoneName, from client: IPv4Address) -> SecretToken? {
    guard let session = state.withLock({ $0.access.exchange(code, name: name, now: now()) }) else { return nil }
    report(name, client)
    return session
  }
}

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
