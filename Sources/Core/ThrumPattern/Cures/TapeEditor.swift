// How a file is changed without being rewritten.
//
// A designer's file has its own layout, comments, key order and spelling of numbers, and Thrum keeps them. A change is
// therefore a `TextEdit`: a range of bytes and what replaces it. To find ranges, the editor uses the tape, the list of
// tokens that the reader made of the text: each token knows its offset, and a container knows where it ends and which
// token follows it. A `Place` is one member or element of a container.
//
// Commas and white space are the hard part: removing members takes the comma before or after them, adding an element
// copies the line break and indentation of its neighbour, and comments may lie between any two tokens.
//
// Callers: `CureFinder` for the linter's cures, `AHAPDocument.setting` for cures of verdicts (`thrum feel --fix`, the
// studio's buttons). It runs on the caller's thread and only returns values. While a pattern is edited by hand, the
// studio's page uses its own `Page/splice.js`.
//
// What must never happen: an edit whose range cuts a token or a character; edits that overlap (`TextEdit.apply` skips
// the later one); another byte of the file that changes; a result that no longer reads as JSON.
//
// Proof: `CureTests` applies each cure to every case of `DiagnosticCases.swift` and lints the result; `FeelFixTests`.
// Decision 0058.

/// Edits text with the help of its tape and preserves the layout. Must not outlive the tape's reader.
struct TapeEditor {
  let tape: TapeReader
  let text: [UInt8]

  struct Place {
    let container: Int
    let name: Int?
    let value: Int
    /// Index among the container's members or elements.
    let number: Int
  }

  // MARK: Finding

  func token(at offset: Int) -> Int? {
    let place = (0..<tape.count).partitioningIndex { tape[$0].start >= offset }
    return place < tape.count && tape[place].start == offset ? place : nil
  }

  /// Returns all places from the outermost to the token's.
  func places(of token: Int) -> [Place] {
    var result: [Place] = []
    var container = 0
    while container != token, let place = part(of: container, around: token) {
      result.append(place)
      guard place.value != token, place.name != token else { break }
      container = place.value
    }
    return result
  }

  private func part(of container: Int, around token: Int) -> Place? {
    guard tape[container].isContainer else { return nil }
    let isObject = tape[container].kind == .object
    var (index, number) = (container + 1, 0)
    while index < tape[container].next {
      let value = isObject ? index + 1 : index
      if token < tape.next(value) {
        return Place(container: container, name: isObject ? index : nil, value: value, number: number)
      }
      index = tape.next(value)
      number += 1
    }
    return nil
  }

  func parts(of container: Int) -> [Place] {
    guard tape[container].isContainer else { return [] }
    let isObject = tape[container].kind == .object
    var result: [Place] = []
    var index = container + 1
    while index < tape[container].next {
      let value = isObject ? index + 1 : index
      result.append(
        Place(container: container, name: isObject ? index : nil, value: value, number: result.count))
      index = tape.next(value)
    }
    return result
  }

  func start(_ place: Place) -> Int { tape[place.name ?? place.value].start }
  func end(_ place: Place) -> Int { tape.end(place.value) }
  func source(_ place: Place) -> String { String(decoding: text[start(place)..<end(place)], as: UTF8.self) }

  /// Formats a number with a decimal point, rounded to a millionth.
  static func literal(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    guard rounded != 0 else { return "0.0" }
    return abs(rounded) < 1e-4 || abs(rounded) >= 1e9 ? fixed(rounded, 6) : "\(rounded)"
  }

  // MARK: Editing

  func replaced(_ token: Int, with literal: String) -> TextEdit {
    TextEdit(range: tape[token].start..<tape.end(token), text: literal)
  }

  /// Removes members or elements and their commas.
  func removed(_ numbers: Set<Int>, from container: Int) -> [TextEdit] {
    let parts = parts(of: container)
    var edits: [TextEdit] = []
    var first = 0
    while first < parts.count {
      guard numbers.contains(first) else {
        first += 1
        continue
      }
      var after = first
      while after < parts.count, numbers.contains(after) { after += 1 }
      edits.append(TextEdit(range: range(of: first..<after, in: parts, container), text: ""))
      first = after
    }
    return edits
  }

  private func range(of run: Range<Int>, in parts: [Place], _ container: Int) -> Range<Int> {
    if run.upperBound < parts.count { return start(parts[run.lowerBound])..<start(parts[run.upperBound]) }
    let last = end(parts[run.upperBound - 1])
    if run.lowerBound > 0 { return end(parts[run.lowerBound - 1])..<last }
    // If nothing is left, also remove a trailing comma.
    return tape[container].start + 1..<(comma(after: last) ?? last)
  }

  func appended(_ member: String, to object: Int) -> [TextEdit] {
    guard let last = parts(of: object).last else {
      return [TextEdit(range: tape[object].start + 1..<tape[object].end - 1, text: " \(member) ")]
    }
    return [TextEdit(range: end(last)..<end(last), text: ", \(member)")]
  }

  /// Inserts a first member, laid out like the previous first member.
  func prepended(_ member: String, to object: Int) -> [TextEdit] {
    guard tape[object].kind == .object else { return [] }
    guard let first = parts(of: object).first else { return appended(member, to: object) }
    return [TextEdit(range: start(first)..<start(first), text: "\(member),\(gap(before: start(first)))")]
  }

  /// Appends elements, laid out like the last one.
  func appended(elements: [String], to array: Int) -> [TextEdit] {
    guard let last = parts(of: array).last, !elements.isEmpty else { return [] }
    let gap = gap(before: start(last))
    return [TextEdit(range: end(last)..<end(last), text: elements.map { ",\(gap)\($0)" }.joined())]
  }

  func source(_ place: Place, with edits: [TextEdit]) -> String {
    var result = ""
    var done = start(place)
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += String(decoding: text[done..<edit.range.lowerBound], as: UTF8.self) + edit.text
      done = edit.range.upperBound
    }
    return result + String(decoding: text[done..<end(place)], as: UTF8.self)
  }

  /// Returns a line break with the line's indentation, or a space if other text comes first on the line.
  func gap(before offset: Int) -> String {
    var at = offset
    while at > 0, text[at - 1] == Byte.space || text[at - 1] == Byte.tab { at -= 1 }
    guard at > 0, text[at - 1] == Byte.lineFeed else { return " " }
    return "\n" + String(decoding: text[at..<offset], as: UTF8.self)
  }

  func replaced(_ place: Place, with elements: [String]) -> [TextEdit] {
    [TextEdit(range: start(place)..<end(place), text: elements.joined(separator: "," + gap(before: start(place))))]
  }

  // MARK: Commas and comments

  /// Only white space and comments may precede the comma.
  private func comma(after offset: Int) -> Int? {
    let at = skipped(from: offset)
    return at < text.count && text[at] == Byte.comma ? at + 1 : nil
  }

  private func skipped(from offset: Int) -> Int {
    var at = offset
    while at < text.count {
      if [Byte.space, Byte.tab, Byte.lineFeed, Byte.carriageReturn].contains(text[at]) {
        at += 1
        continue
      }
      guard let end = commentEnd(at) else { break }
      at = end
    }
    return at
  }

  private func commentEnd(_ offset: Int) -> Int? {
    guard text[offset] == Byte.slash, offset + 1 < text.count else { return nil }
    if text[offset + 1] == Byte.slash { return text[offset...].firstIndex(of: Byte.lineFeed) ?? text.count }
    guard text[offset + 1] == Byte.star else { return nil }
    var at = offset + 2
    while at + 1 < text.count, text[at] != Byte.star || text[at + 1] != Byte.slash { at += 1 }
    return min(at + 2, text.count)
  }

  var trailingCommas: [TextEdit] {
    (0..<tape.count).compactMap { token in
      guard tape[token].isContainer, let last = parts(of: token).last, let comma = comma(after: end(last)) else {
        return nil
      }
      let next = skipped(from: comma)
      guard next < text.count, text[next] == Byte.closeBracket || text[next] == Byte.closeBrace else { return nil }
      return TextEdit(range: comma - 1..<comma, text: "")
    }
  }

  var comments: [Range<Int>] {
    var found: [Range<Int>] = []
    var at = 0
    while at < text.count {
      if text[at] == Byte.quote {
        at += 1
        while at < text.count, text[at] != Byte.quote { at += text[at] == Byte.backslash ? 2 : 1 }
        at += 1
      } else if let end = commentEnd(at) {
        found.append(at..<end)
        at = end
      } else {
        at += 1
      }
    }
    return found
  }
}

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
