import Synchronization

/// The defences, once the port is known; closed to everybody until then.
final class Gate: Sendable {
  private let defences = Mutex<Defences?>(nil)

  /// Lets in whom the defences let in.
  func open(_ defences: Defences) { self.defences.withLock { $0 = defences } }

  /// Why a request is refused; `nil` when it is not.
  func refusal(_ request: HTTPRequest) -> HTTPResponse? {
    guard let defences = defences.withLock({ $0 }) else {
      return .refusal(503, "starting", "the studio is starting")
    }
    return defences.refusal(request)
  }
}
