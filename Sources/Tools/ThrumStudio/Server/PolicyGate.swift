import Synchronization

/// The policy, once the port is known; closed to everybody until then.
final class PolicyGate: Sendable {
  private let policy = Mutex<RequestPolicy?>(nil)

  /// Lets in whom the policy let in.
  func open(_ policy: RequestPolicy) { self.policy.withLock { $0 = policy } }

  /// Why a request is refused; `nil` when it is not.
  func refusal(_ request: HTTPRequest) -> HTTPResponse? {
    guard let policy = policy.withLock({ $0 }) else {
      return .refusal(503, "starting", "the studio is starting")
    }
    return policy.refusal(request)
  }
}
