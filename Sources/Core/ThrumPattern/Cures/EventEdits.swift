extension AHAPDocument {
  package enum EventNumber: Sendable {
    case time, duration, intensity
  }

  /// Sets a number, rounded to a millionth. Times are in seconds; intensities are 0 to 1. Adds the intensity if it is
  /// missing. Returns `nil` if another number is missing.
  package func setting(_ number: EventNumber, ofEntry entry: Int, to value: Double) -> TextEdit? {
    let literal = TapeEditor.literal(value)
    guard sources.indices.contains(entry), let tape else { return nil }
    let edit: TextEdit?? = tape.withReader { reader in
      let editor = TapeEditor(tape: reader, text: text)
      let body = reader.member(.event, of: sources[entry].token)
      guard reader[body].kind == .object else { return nil }
      switch number {
      case .time: return editor.replaced(.time, of: body, with: literal)
      case .duration: return editor.replaced(.eventDuration, of: body, with: literal)
      case .intensity: return editor.setting(.hapticIntensity, of: body, to: literal)
      }
    }
    return edit ?? nil
  }
}

extension TapeEditor {
  fileprivate func replaced(_ key: AHAPKey, of object: Int, with literal: String) -> TextEdit? {
    let value = tape.member(key, of: object)
    return value == object ? nil : replaced(value, with: literal)
  }

  fileprivate func setting(_ id: EventParameterID, of body: Int, to literal: String) -> TextEdit? {
    let list = tape.member(.eventParameters, of: body)
    let parameter = #"{ "ParameterID": "\#(id.rawValue)", "ParameterValue": \#(literal) }"#
    guard list != body else { return prepended(#""EventParameters": [\#(parameter)]"#, to: body).first }
    guard tape[list].kind == .array else { return nil }
    let known = parts(of: list).last { place in
      let name = tape.member(.parameterID, of: place.value)
      return name != place.value && tape[name].isString && tape.eventParameterID(name) == id
    }
    if let known { return replaced(.parameterValue, of: known.value, with: literal) }
    if let added = appended(elements: [parameter], to: list).first { return added }
    return TextEdit(range: tape[list].start + 1..<tape[list].start + 1, text: parameter)
  }
}
