/// Who may open the phone page: the unused code, and the phones with a session.
///
/// Only makes decisions. Times are seconds of any steady clock.
struct PhoneAccess: Sendable {
  private struct Phone {
    let session: SecretToken
    let name: PhoneName
    var lastSeen: Double
  }

  /// Maximum number of phones with a session; another one replaces the phone that was seen longest ago.
  static let most = 8
  /// Seconds without a request after which a phone counts as absent.
  static let absentSeconds = 5.0

  /// The code to show; `nil` once a phone has used it.
  private(set) var code: SecretToken?
  private var phones: [Phone] = []
  private let makeToken: @Sendable () -> SecretToken

  init(makeToken: @escaping @Sendable () -> SecretToken = { SecretToken() }) {
    self.makeToken = makeToken
    code = makeToken()
  }

  /// Exchanges the code for a session. A code works once.
  ///
  /// - Returns: `nil` for a wrong or used code.
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

  /// Returns whether one of the guesses is a session, and notes that its phone is present.
  mutating func admit(_ guesses: [String], now: Double) -> Bool {
    var found: Int?
    // Compares with every session, so that timing reveals nothing.
    for guess in guesses {
      for index in phones.indices where phones[index].session.isEqual(to: guess) { found = index }
    }
    guard let found else { return false }
    phones[found].lastSeen = now
    return true
  }

  /// Replaces the code, used or not.
  mutating func renew() { code = makeToken() }

  /// Ends all sessions, and replaces the code.
  mutating func disconnectAll() {
    phones = []
    renew()
  }

  /// The phones that are present, in order of their arrival.
  func present(now: Double) -> [PhoneName] {
    phones.filter { now - $0.lastSeen <= PhoneAccess.absentSeconds }.map(\.name)
  }
}
