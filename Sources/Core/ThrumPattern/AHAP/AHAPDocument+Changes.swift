/// A replacement of some bytes of a text.
package struct TextChange: Equatable, Sendable {
  package var bytes: Range<Int>
  package var text: String

  package init(_ bytes: Range<Int>, _ text: String) {
    self.bytes = bytes
    self.text = text
  }

  /// Applies changes that do not overlap, and keeps every other byte.
  package static func apply(_ changes: [TextChange], to text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for change in changes.sorted(by: { $0.bytes.lowerBound < $1.bytes.lowerBound }) {
      guard change.bytes.lowerBound >= position, change.bytes.upperBound <= text.count else { continue }
      result += text[position..<change.bytes.lowerBound]
      result += Array(change.text.utf8)
      position = change.bytes.upperBound
    }
    return result + text[position...]
  }
}

extension AHAPDocument.EntrySpan {
  /// The last member with this path inside the entry, such as `Event.Time`; like readers, the last one counts.
  package func value(_ path: String) -> Range<Int>? {
    fields.last { $0.path == "Pattern[\(index)].\(path)" }?.value
  }

  /// Gives a member of the event a number; `nil` if the event does not have the member.
  package func setting(_ member: String, to number: String) -> TextChange? {
    value("Event.\(member)").map { TextChange($0, number) }
  }

  /// Gives an event parameter a value, and adds the parameter if it is missing.
  package func setting(_ id: EventParameterID, to number: String, in text: [UInt8]) -> TextChange? {
    let named = fields.last { field in
      field.path.hasPrefix("Pattern[\(index)].Event.EventParameters[") && field.path.hasSuffix("].ParameterID")
        && text[field.value].elementsEqual("\"\(id.rawValue)\"".utf8)
    }
    if let named, let value = fields.last(where: { $0.path == named.path.dropLast("ID".count) + "Value" }) {
      return TextChange(value.value, number)
    }
    let parameter = #"{ "ParameterID": "\#(id.rawValue)", "ParameterValue": \#(number) }"#
    if let list = value("Event.EventParameters") {
      guard text[list.lowerBound] == UInt8(ascii: "[") else { return nil }
      let isEmpty = !fields.contains { $0.path.hasPrefix("Pattern[\(index)].Event.EventParameters[") }
      return TextChange(list.lowerBound + 1..<list.lowerBound + 1, isEmpty ? parameter : parameter + ", ")
    }
    guard let event = value("Event"), text[event.lowerBound] == UInt8(ascii: "{") else { return nil }
    return TextChange(event.lowerBound + 1..<event.lowerBound + 1, #" "EventParameters": [\#(parameter)],"#)
  }
}
