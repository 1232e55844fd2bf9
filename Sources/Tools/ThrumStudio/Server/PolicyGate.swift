import Synchronization

/// The request policy, once the port is known; refuses everything until then.
final class PolicyGate: Sendable {
  private let policy = Mutex<RequestPolicy?>(nil)

  func open(_ policy: RequestPolicy) { self.policy.withLock { $0 = policy } }

  func refusal(_ request: HTTPRequest) -> HTTPResponse? {
    guard let policy = policy.withLock({ $0 }) else {
      return .refusal(503, "starting", "the studio is starting")
    }
    return policy.refusal(request)
  }
}
