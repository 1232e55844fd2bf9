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
    return Cure("Remove the earlier value", editor.removed(Set(earlier.map(\.number)), from: place.container))
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
      "Remove the members that only sounds use", editor.removed(Set(gone.map(\.number)), from: place.container))
  }
}
