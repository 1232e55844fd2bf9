extension CureFinder {
  /// Wraps a list of entries, or corrects the name of its array.
  func wrapped() -> Cure? {
    if tape[0].kind == .array {
      let (start, end) = (tape[0].start, tape[0].end)
      return Cure(
        "Put the entries into a pattern",
        [
          TextEdit(range: start..<start, text: "{ \"Version\": 1.0, \"Pattern\": "),
          TextEdit(range: end..<end, text: " }"),
        ])
    }
    let near = editor.parts(of: 0).first { place in
      guard let name = place.name, tape[place.value].kind == .array else { return false }
      return Suggestion.nearest(to: tape.string(name), in: ["Pattern"]) != nil && tape.key(name) != .pattern
    }
    guard let name = near?.name else { return nil }
    return Cure("Rename it to “Pattern”", [editor.replaced(name, with: "\"Pattern\"")])
  }

  func withoutComments() -> Cure? {
    guard tape[0].kind == .object else { return nil }
    let ranges = editor.comments
    let remarks = ranges.map { JSONValue.string(remark($0)) }.filter { $0 != .string("") }
    var edits = ranges.map { TextEdit(range: widened($0), text: "") }
    if !remarks.isEmpty {
      var writer = JSONWriter(pretty: true)
      writer.value(.array(remarks))
      let list = String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n").joined(separator: " ")
      let metadata = tape.member(.metadata, of: 0)
      let known = Set(document.pattern?.metadata?.members.map { $0.name } ?? [])
      guard
        let name = (["Comments"] + (2...99).map { "Comments \($0)" }).first(where: { !known.contains($0) })
      else { return nil }
      if metadata == 0 {
        edits += editor.prepended("\"Metadata\": { \"\(name)\": \(list) }", to: 0)
      } else if tape[metadata].kind == .object {
        edits += editor.appended("\"\(name)\": \(list)", to: metadata)
      } else {
        return nil
      }
    }
    return Cure(ranges.count == 1 ? "Move the comment to Metadata" : "Move the comments to Metadata", edits)
  }

  private func remark(_ range: Range<Int>) -> String {
    let bytes = editor.text[range].drop { $0 == Byte.slash || $0 == Byte.star }
    let text = String(decoding: bytes, as: UTF8.self)
    let inner = text.hasSuffix("*/") ? text.dropLast(2) : text[...]
    return inner.split { $0.isWhitespace }.joined(separator: " ")
  }

  /// Extends a comment's range to the spaces before it, or to the whole line if nothing else is on it.
  private func widened(_ range: Range<Int>) -> Range<Int> {
    let text = editor.text
    var start = range.lowerBound
    while start > 0, text[start - 1] == Byte.space || text[start - 1] == Byte.tab { start -= 1 }
    let startsLine = start == 0 || text[start - 1] == Byte.lineFeed
    let endsLine = range.upperBound < text.count && text[range.upperBound] == Byte.lineFeed
    return start..<(startsLine && endsLine ? range.upperBound + 1 : range.upperBound)
  }

  func withoutDuplicates(_ places: [TapeEditor.Place]) -> Cure? {
    guard let place = places.last, let token = place.name else { return nil }
    let name = tape.string(token)
    let same = editor.parts(of: place.container).filter { $0.name.map(tape.string) == name }
    return Cure(
      "Remove the earlier “\(quoted(name))”",
      editor.removed(Set(same.dropLast().map { $0.number }), from: place.container))
  }

  /// Cures a number in quotes or a negative time.
  func usableNumber(_ token: Int) -> Cure? {
    switch tape[token].kind {
    case .string where tape[token].length < 64:
      guard let number = Double(tape.string(token)), number.isFinite else { return nil }
      return replaced(token, with: number, "Remove the quotes")
    case .number where tape[token].double < 0: return replaced(token, with: 0, "Start at 0")
    default: return nil
    }
  }

  func renamed(_ token: Int, to names: [String]) -> Cure? {
    guard tape[token].isString, let near = Suggestion.nearest(to: tape.string(token), in: names) else { return nil }
    return Cure("Change it to “\(near)”", [editor.replaced(token, with: "\"\(near)\"")])
  }

  /// Renames an unknown parameter to the nearest known one, or an event parameter to its control.
  func knownParameter(_ token: Int, _ places: [TapeEditor.Place]) -> Cure? {
    let isEvent = places.count > 2 && places[2].name.flatMap(tape.key) == .event
    guard !isEvent else { return renamed(token, to: EventParameterID.allCases.map({ $0.rawValue })) }
    let name = tape[token].isString ? tape.string(token) : ""
    let control = (name.hasSuffix("Time") ? "Haptic" : "") + name + "Control"
    guard EventParameterID(rawValue: name) != nil, DynamicParameterID(rawValue: control) != nil else {
      return renamed(token, to: DynamicParameterID.allCases.map { $0.rawValue })
    }
    return Cure("Change it to “\(control)”", [editor.replaced(token, with: "\"\(control)\"")])
  }

  func otherType(_ token: Int) -> Cure? {
    let literal =
      switch tape[token].kind {
      case .yes: "1"
      case .no: "0"
      default: tape[token].double == 1 ? "true" : "false"
      }
    return Cure("Change it to \(literal)", [editor.replaced(token, with: literal)])
  }

  func usableMetadata(_ token: Int, _ place: TapeEditor.Place?) -> Cure? {
    guard tape[token].isString else { return remove(place, "Remove the metadata") }
    return Cure(
      "Make it the description",
      [editor.replaced(token, with: "{ \"Description\": \(tape.source(token)) }")])
  }

  /// Renames an ignored member, or removes it if no name fits.
  func respelt(_ token: Int, _ places: [TapeEditor.Place]) -> Cure? {
    guard let place = places.last, let known = names(at: places) else { return nil }
    let name = tape.string(token)
    let siblings = editor.parts(of: place.container).compactMap { $0.name.map(tape.string) }
    let hasContent = places.count != 3 || tape[place.value].kind == .object && tape[place.value].count > 0
    if tape.key(token) == nil, hasContent, let near = Suggestion.nearest(to: name, in: known.map { "\($0.name)" }),
      !siblings.contains(near)
    {
      return Cure("Rename it to “\(near)”", [editor.replaced(token, with: "\"\(near)\"")])
    }
    if places.count == 3, tape[place.container].count == 1 { return remove(places[1], "Remove the entry") }
    return remove(place, "Remove “\(quoted(name))”")
  }

  private func names(at places: [TapeEditor.Place]) -> [AHAPKey]? {
    switch places.count {
    case 1: return AHAPKey.topLevel
    case 3: return AHAPKey.entry
    case 4:
      switch places[2].name.flatMap(tape.key) {
      case .event?: return AHAPKey.eventMembers
      case .parameter?: return AHAPKey.parameterMembers
      default: return AHAPKey.curveMembers
      }
    case 6:
      return places[3].name.flatMap(tape.key) == .eventParameters ? AHAPKey.eventParameterMembers : AHAPKey.pointMembers
    default: return nil
    }
  }
}

extension CureFinder {
  func withoutEmptyCurve(_ places: [TapeEditor.Place]) -> Cure? {
    guard places.count > 2 else { return nil }
    return remove(tape[places[1].value].count == 1 ? places[1] : places[2], "Remove the curve")
  }

  /// If several members have the same name, only the last counts.
  func splitEntry(_ places: [TapeEditor.Place]) -> Cure? {
    guard let place = places.last else { return nil }
    let parts = editor.parts(of: place.value)
    let names = parts.map { $0.name.map(tape.string) }
    let entries = parts.filter { names.lastIndex(of: names[$0.number]) == $0.number }.map { "{ \(editor.source($0)) }" }
    return Cure("Split the entry", editor.replaced(place, with: entries))
  }

  private static let mostPieces = 100

  /// Divides an event into pieces that are short enough for a device to play in full.
  func splitEvent(_ places: [TapeEditor.Place]) -> Cure? {
    guard let pattern = document.pattern, let entry = entry(places), tape[entry.place.value].count == 1,
      case .event(let event) = pattern.entries[entry.index], let duration = event.duration
    else { return nil }
    let count = (duration / options.longestEventSeconds).rounded(.up)
    guard count <= Double(CureFinder.mostPieces) else { return nil }
    let body = tape.member(.event, of: entry.place.value)
    let pieces = (0..<Int(count)).map { number in
      let start = Double(number) * options.longestEventSeconds
      let length = min(options.longestEventSeconds, duration - start)
      return editor.source(
        entry.place,
        with: [
          editor.replaced(tape.member(.time, of: body), with: TapeEditor.literal(event.time + start)),
          editor.replaced(tape.member(.eventDuration, of: body), with: TapeEditor.literal(length)),
        ])
    }
    return Cure("Split it into \(pieces.count) events", editor.replaced(entry.place, with: pieces))
  }

  func clampedEventValue(_ token: Int, _ places: [TapeEditor.Place]) -> Cure? {
    guard let place = places.last, let id = parameterID(of: place.container) else { return nil }
    let value = min(max(tape[token].double, id.range.lowerBound), id.range.upperBound)
    return replaced(token, with: value, "Set it to \(TapeEditor.literal(value))")
  }

  func withoutRepeatedParameter(_ token: Int, _ places: [TapeEditor.Place]) -> Cure? {
    guard let place = places.last, let id = parameterID(of: token) else { return nil }
    let earlier = editor.parts(of: place.container).filter {
      $0.number < place.number && parameterID(of: $0.value) == id
    }
    return Cure("Remove the earlier value", editor.removed(Set(earlier.map { $0.number }), from: place.container))
  }

  private func parameterID(of object: Int) -> EventParameterID? {
    let token = tape.member(.parameterID, of: object)
    return token != object && tape[token].isString ? tape.eventParameterID(token) : nil
  }

  func withoutWaveform(_ places: [TapeEditor.Place]) -> Cure? {
    guard let place = places.last else { return nil }
    let keys: Set<AHAPKey?> = [.eventWaveformPath, .eventWaveformLoopEnabled, .eventWaveformUseVolumeEnvelope]
    let gone = editor.parts(of: place.container).filter { $0.name.map { keys.contains(tape.key($0)) } ?? false }
    return Cure(
      "Remove the members that only sounds use", editor.removed(Set(gone.map { $0.number }), from: place.container))
  }
}
