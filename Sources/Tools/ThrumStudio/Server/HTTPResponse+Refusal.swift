extension HTTPResponse {
  static func refusal(_ status: Int, _ code: String, _ message: String) -> HTTPResponse {
    .json(Refusal(error: Refusal.Content(code: code, message: message)), status: status)
  }

  private struct Refusal: Encodable {
    struct Content: Encodable {
      var code: String
      var message: String
    }
    var error: Content
  }
}
