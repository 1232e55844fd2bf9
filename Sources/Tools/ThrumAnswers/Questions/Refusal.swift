import ThrumPattern

/// Why a question has no answer.
package struct Refusal: Error, Equatable, Sendable, JSONWritable {
  package enum Code: String, Sendable {
    case badArguments, notPlayable, noCure, notExported, badClip, noSound, busy
  }

  package let code: Code
  package let message: String

  package init(code: Code, message: String) { (self.code, self.message) = (code, message) }

  static func badArguments(_ message: String) -> Refusal { Refusal(code: .badArguments, message: message) }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("error")
      writer.object { writer in
        writer.member("code", code.rawValue)
        writer.member("message", message)
      }
    }
  }
}
