import Synchronization

/// The request policy, which refuses everything until the port is known.
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
