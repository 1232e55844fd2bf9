import FoundationEssentials
import Glibc
import ThrumPattern

struct HTTPRequest: Sendable {
  var method: String
  /// Percent-decoded.
  var path: String
  /// Decoded arguments. If a name is repeated, only its first value counts.
  var query: [String: String] = [:]
  /// Header fields in order, with lower-case names.
  var fields: [(name: String, value: String)] = []
  var body: [UInt8] = []
  var client = IPv4Address.loopback
  /// Whether the client has gone or the studio is stopping. Polled during long tasks.
  var isAbandoned: @Sendable () -> Bool = { false }

  /// A header field's value, or `nil` if the field is missing or repeated.
  subscript(_ name: String) -> String? {
    let found = fields.filter { $0.name == name }
    return found.count == 1 ? found[0].value : nil
  }

  func count(of name: String) -> Int { fields.count { $0.name == name } }
}
