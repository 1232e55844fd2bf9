import FoundationEssentials
import Glibc

extension HTTPResponse {
  /// Encodes a JSON body, with the common header fields.
  static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(value)) ?? Data(#"{"error":{"code":"internal","message":"no JSON"}}"#.utf8)
    return .content(status, type: "application/json", Array(data))
  }

  /// A body with the common header fields.
  static func content(_ status: Int = 200, type: String, _ body: [UInt8]) -> HTTPResponse {
    HTTPResponse(status, type: type, body, fields: RequestPolicy.fields)
  }
}
