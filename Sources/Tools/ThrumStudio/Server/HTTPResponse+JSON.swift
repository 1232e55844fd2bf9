import FoundationEssentials
import Glibc

extension HTTPResponse {
  static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(value)) ?? Data(#"{"error":{"code":"internal","message":"no JSON"}}"#.utf8)
    return HTTPResponse(status, type: "application/json", Array(data))
  }

  static func content(type: String, _ body: [UInt8]) -> HTTPResponse { HTTPResponse(200, type: type, body) }
}
