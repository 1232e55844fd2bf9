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
