extension HTTPResponse {
  static func refusal(_ status: Int, _ code: String, _ message: String) -> HTTPResponse {
    .json(Refusal(error: Refusal.Content(code: code, message: message)), status: status)
  }

  static func notAllowed(_ methods: String) -> HTTPResponse {
    var refusal = HTTPResponse.refusal(405, "badMethod", "only \(methods) is allowed here")
    refusal.fields.append(("Allow", methods))
    return refusal
  }

  private struct Refusal: Encodable {
    struct Content: Encodable {
      var code: String
      var message: String
    }
    var error: Content
  }
}
