extension AHAPDocument.EntrySpan {
  /// The last member with this path inside the entry, such as `Event.Time`; like readers, the last one counts.
  package func value(_ path: String) -> Range<Int>? {
    fields.last { $0.path == "Pattern[\(index)].\(path)" }?.value
  }

  /// Gives a member of the event a number; `nil` if the event does not have the member.
  package func setting(_ member: String, to number: String) -> TextEdit? {
    value("Event.\(member)").map { TextEdit(range: $0, text: number) }
  }

  /// Gives an event parameter a value, and adds the parameter if it is missing.
  package func setting(_ id: EventParameterID, to number: String, in text: [UInt8]) -> TextEdit? {
    let named = fields.last { field in
      field.path.hasPrefix("Pattern[\(index)].Event.EventParameters[") && field.path.hasSuffix("].ParameterID")
        && text[field.value].elementsEqual("\"\(id.rawValue)\"".utf8)
    }
    if let named, let value = fields.last(where: { $0.path == named.path.dropLast("ID".count) + "Value" }) {
      return TextEdit(range: value.value, text: number)
    }
    let parameter = #"{ "ParameterID": "\#(id.rawValue)", "ParameterValue": \#(number) }"#
    if let list = value("Event.EventParameters") {
      guard text[list.lowerBound] == UInt8(ascii: "[") else { return nil }
      let isEmpty = !fields.contains { $0.path.hasPrefix("Pattern[\(index)].Event.EventParameters[") }
      return TextEdit(range: list.lowerBound + 1..<list.lowerBound + 1, text: isEmpty ? parameter : parameter + ", ")
    }
    guard let event = value("Event"), text[event.lowerBound] == UInt8(ascii: "{") else { return nil }
    return TextEdit(range: event.lowerBound + 1..<event.lowerBound + 1, text: #" "EventParameters": [\#(parameter)],"#)
  }
}
