/// A studio without its server: policy, routes and token.
struct StudioService: Sendable {
  let token = SecretToken()
  let responder: HTTPResponder
  private let gate: PolicyGate

  init(_ context: StudioContext, limits: HTTPServer.Limits = HTTPServer.Limits()) {
    let (gate, routes) = (PolicyGate(), StudioRoutes(context))
    self.gate = gate
    responder = HTTPResponder(
      guardHead: { gate.refusal($0) }, handler: { routes.answer($0) }, bodyBytes: limits.bodyBytes,
      fields: RequestPolicy.fields)
  }

  /// Admits requests that name this port. Until this call, all are refused.
  func open(port: UInt16) { gate.open(RequestPolicy(token: token, port: port)) }
}
