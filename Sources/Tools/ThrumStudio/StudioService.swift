/// A studio without its server: the policy and the routes, and the token of the run.
struct StudioService: Sendable {
  /// Whoever asks for something needs it.
  let token = RequestPolicy.makeToken()
  /// Passes a request through the policy and, when they let it in, the routes.
  let responder: HTTPResponder
  private let gate: PolicyGate

  init(_ context: StudioContext, limits: HTTPServer.Limits = HTTPServer.Limits()) {
    let (gate, routes) = (PolicyGate(), StudioRoutes(context))
    self.gate = gate
    responder = HTTPResponder(
      guardHead: { gate.refusal($0) }, handler: { routes.answer($0) }, bodyBytes: limits.bodyBytes)
  }

  /// Lets requests in that name this port; until then all are refused.
  func open(port: UInt16) { gate.open(RequestPolicy(token: token, port: port)) }
}
