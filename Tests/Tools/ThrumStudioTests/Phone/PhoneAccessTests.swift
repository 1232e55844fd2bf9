import Testing

@testable import ThrumStudio

@Suite("Phone page: codes, sessions and rates")
struct PhoneAccessTests {
  /// Expectations cannot call mutating functions.
  private final class Access {
    var value = PhoneAccess()
    var code: String { value.code?.description ?? "" }

    func exchange(_ code: String, userAgent: String = "", now: Double = 0) -> String? {
      value.exchange(code, name: PhoneName(userAgent: userAgent), now: now)?.description
    }

    func admit(_ session: String, now: Double = 0) -> Bool { value.admit([session], now: now) }
  }

  private final class Rate {
    var value: RequestRate
    init(perSecond: Double, burst: Double) { value = RequestRate(perSecond: perSecond, burst: burst) }
    func admit(_ address: UInt32, now: Double) -> Bool { value.admit(IPv4Address(address), now: now) }
  }

  // PHONE-3
  @Test func `a code can be exchanged only once`() throws {
    let access = Access()
    let code = access.code
    for guess in ["", String(code.dropLast()), code + "0"] { #expect(access.exchange(guess) == nil) }
    let session = try #require(access.exchange(code))
    #expect(access.value.code == nil && session != code)
    #expect(access.exchange(code) == nil && access.exchange("") == nil)
    #expect(access.admit(session) && !access.admit(code) && !access.admit(""))
  }

  // PHONE-3
  @Test func `a new code replaces the old one, and sessions continue`() throws {
    let access = Access()
    let first = access.code
    let session = try #require(access.exchange(first))
    access.value.renew()
    let unused = access.code
    access.value.renew()
    #expect(access.exchange(first) == nil && access.exchange(unused) == nil)
    #expect(access.value.code != nil && access.admit(session))
  }

  // PHONE-3
  @Test func `codes and session tokens have 128 random bits`() throws {
    let access = Access()
    let code = access.code
    for token in [code, try #require(access.exchange(code))] {
      #expect(token.count == 32 && token.allSatisfy(\.isHexDigit))
    }
    #expect(Access().code != code)
  }

  // PHONE-6
  @Test func `a ninth phone replaces the one that was seen longest ago`() throws {
    let access = Access()
    var sessions: [String] = []
    for number in 0..<PhoneAccess.most {
      sessions.append(try #require(access.exchange(access.code, now: Double(number))))
      access.value.renew()
    }
    #expect(access.admit(sessions[0], now: 10))
    sessions.append(try #require(access.exchange(access.code, now: 11)))
    #expect(access.admit(sessions[0], now: 12) && access.admit(sessions[8], now: 12))
    #expect(!access.admit(sessions[1], now: 12))
  }

  @Test func `a phone counts as present until five seconds have passed without a request`() throws {
    let access = Access()
    let agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1"
    let session = try #require(access.exchange(access.code, userAgent: agent, now: 100))
    #expect(access.value.present(now: 105).map(\.description) == ["Safari on iPhone"])
    #expect(access.value.present(now: 105.1).isEmpty)
    #expect(access.admit(session, now: 200))
    #expect(access.value.present(now: 201).count == 1)
  }

  @Test func `disconnecting ends every session and invalidates the code`() throws {
    let access = Access()
    let session = try #require(access.exchange(access.code))
    access.value.renew()
    let unused = access.code
    access.value.disconnectAll()
    #expect(!access.admit(session) && access.exchange(unused) == nil)
    #expect(access.value.present(now: 0).isEmpty && access.value.code != nil)
  }

  // PHONE-6
  @Test func `each address has its own burst and rate limit`() {
    let rate = Rate(perSecond: 2, burst: 3)
    #expect((0..<5).map { _ in rate.admit(1, now: 0) } == [true, true, true, false, false])
    #expect(rate.admit(2, now: 0))
    #expect(rate.admit(1, now: 0.5) && !rate.admit(1, now: 0.5))
    #expect((0..<5).count { _ in rate.admit(1, now: 1000) } == 3)
    // A clock that jumps back gives nothing.
    #expect(!rate.admit(1, now: 0))
  }

  // PHONE-6
  @Test func `the number of addresses whose rates are remembered is limited`() {
    let rate = Rate(perSecond: 1, burst: 1)
    for address in 0..<UInt32(10_000) { _ = rate.admit(address, now: Double(address)) }
    #expect(rate.value.count == RequestRate.addresses)
  }

  @Test(arguments: [
    (
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36",
      "Chrome on Android"
    ),
    ("Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0", "Firefox on Android"),
    (
      "Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36",
      "Samsung Internet on Android"
    ),
    ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/131.0 Mobile Safari/604.1", "Chrome on iPhone"),
    ("<script>alert(1)</script>", "a browser"), ("", "a browser"), ("\u{1B}[2J Firefox/1", "Firefox"),
  ])
  func `a browser's name comes from a fixed list`(_ agent: String, _ expected: String) {
    #expect(PhoneName(userAgent: agent).description == expected)
  }
}
