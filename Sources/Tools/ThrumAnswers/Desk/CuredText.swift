import ThrumDevice
import ThrumFeel
import ThrumFormats
import ThrumPattern

/// A text after a cure, and what the cure did.
package struct CuredText: JSONWritable {
  package let text: [UInt8]
  package let title: String

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("text", String(decoding: text, as: UTF8.self))
      writer.member("title", title)
    }
  }
}
