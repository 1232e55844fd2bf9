import Glibc
import Synchronization
import ThrumAnswers
import ThrumPattern
import ThrumSystem

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
