import ThrumPattern

/// Writes one event per line.
enum CurvedEventText {
  static func text(_ members: [JSONObject.Member]) -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    value(.object(JSONObject(members)), &writer)
    writer.finish()
    return writer.bytes
  }

  private static func value(_ value: JSONValue, _ writer: inout JSONWriter) {
    switch value {
    case .object(let object):
      let isEvent = object["Event"] != nil
      writer.open(UInt8(ascii: "{"), inline: isEvent || object["Pattern"] == nil && object["Channels"] == nil)
      for member in object.members {
        writer.name(member.name)
        self.value(member.value, &writer)
      }
      writer.close(UInt8(ascii: "}"))
    case .array(let elements):
      writer.open(UInt8(ascii: "["))
      for element in elements { self.value(element, &writer) }
      writer.close(UInt8(ascii: "]"))
    default: writer.value(value)
    }
  }
}
