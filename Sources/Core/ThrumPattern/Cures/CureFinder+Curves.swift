extension CureFinder {
  func clampedControl(_ places: [TapeEditor.Place]) -> Cure? {
    guard places.count > 2 else { return nil }
    let body = places[2].value
    guard let id = tape.dynamicParameterID(tape.member(.parameterID, of: body)) else { return nil }
    let list = tape.member(.parameterCurveControlPoints, of: body)
    let objects = list == body ? [body] : editor.parts(of: list).map { $0.value }
    let edits = objects.compactMap { object -> TextEdit? in
      let token = tape.member(.parameterValue, of: object)
      guard tape[token].kind == .number, !id.range.contains(tape[token].double) else { return nil }
      return editor.replaced(token, with: TapeEditor.literal(id.clamped(tape[token].double)))
    }
    return Cure(edits.count == 1 ? "Set it to the nearest usable value" : "Set each to the nearest usable value", edits)
  }

  func jump(_ places: [TapeEditor.Place]) -> Cure? {
    guard let (curve, _, place) = curve(places), let point = curve.points.first else { return nil }
    let time = TapeEditor.literal(curve.time + point.time)
    let text =
      "{ \"Parameter\": { \"Time\": \(time), \"ParameterID\": \"\(curve.id.rawValue)\","
      + " \"ParameterValue\": \(TapeEditor.literal(point.value)) } }"
    return Cure("Make it a jump", editor.replaced(place, with: [text]))
  }

  func sortedPoints(_ places: [TapeEditor.Place]) -> Cure? {
    guard let (curve, token, _) = curve(places), curve.points.allSatisfy({ $0.time >= 0 }) else { return nil }
    let parts = editor.parts(of: tape.member(.parameterCurveControlPoints, of: token))
    let order = parts.indices.sorted { (curve.points[$0].time, $0) < (curve.points[$1].time, $1) }
    let edits = zip(parts, order).filter { $0.number != $1 }.map { place, other in
      TextEdit(range: editor.start(place)..<editor.end(place), text: editor.source(parts[other]))
    }
    return Cure("Sort the points", edits)
  }

  func relativePoints(_ places: [TapeEditor.Place]) -> Cure? {
    guard let (curve, token, _) = curve(places) else { return nil }
    let parts = editor.parts(of: tape.member(.parameterCurveControlPoints, of: token))
    let edits = zip(parts, curve.points).map { place, point in
      editor.replaced(
        tape.member(.time, of: place.value), with: TapeEditor.literal(max(0, point.time - curve.time)))
    }
    return Cure("Measure times from the start of the curve", edits)
  }

  /// Consecutive pieces share a point.
  func splitCurve(_ places: [TapeEditor.Place]) -> Cure? {
    guard let (curve, token, place) = curve(places), options.mostPoints > 1 else { return nil }
    let list = tape.member(.parameterCurveControlPoints, of: token)
    let parts = editor.parts(of: list)
    let ends = parts.indices.dropLast().filter { $0 % (options.mostPoints - 1) == 0 }
    let pieces = ends.map { first -> String in
      let last = min(first + options.mostPoints - 1, parts.count - 1)
      let offset = first == 0 ? 0 : curve.points[first].time
      let points = (first...last).map { number in
        let time = TapeEditor.literal(curve.points[number].time - offset)
        return editor.source(
          parts[number],
          with: first == 0 ? [] : [editor.replaced(tape.member(.time, of: parts[number].value), with: time)])
      }
      let gap = parts.count > 1 ? editor.gap(before: editor.start(parts[1])) : " "
      let range = editor.start(parts[0])..<editor.end(parts[parts.count - 1])
      let start = tape.member(.time, of: token)
      let moved =
        start == token ? [] : [editor.replaced(start, with: TapeEditor.literal(curve.time + offset))]
      return editor.source(
        place,
        with: (first == 0 ? [] : moved) + [TextEdit(range: range, text: points.joined(separator: "," + gap))])
    }
    return Cure("Split it into \(pieces.count) curves", editor.replaced(place, with: pieces))
  }

  /// Ends earlier curves of the same control where a later curve starts, as playback does.
  func withoutOverlap(_ places: [TapeEditor.Place]) -> Cure? {
    guard let later = curve(places), let pattern = document.pattern else { return nil }
    var edits: [TextEdit] = []
    var gone: Set<Int> = []
    for (index, entry) in pattern.entries.enumerated() {
      guard case .curve(let other) = entry, other.id == later.curve.id, let last = other.points.map({ $0.time }).max()
      else {
        continue
      }
      let place = document.sources[index].token
      let isEarlier = other.time < later.curve.time || other.time == later.curve.time && place < later.place.value
      guard isEarlier, other.time + last > later.curve.time else { continue }
      let part = editor.places(of: place)
      guard let (curve, token, entry) = curve(part) else { return nil }
      let length = later.curve.time - curve.time
      let kept = curve.points.indices.filter { curve.points[$0].time < length - 1e-9 }
      guard !kept.isEmpty, kept == Array(0..<kept.count) else {
        gone.insert(entry.number)
        continue
      }
      edits.append(contentsOf: cut(curve, token, after: kept.count, at: length))
    }
    let list = later.place.container
    return Cure("End the earlier curve where this one starts", edits + editor.removed(gone, from: list))
  }

  /// Replaces the points after the first `count` with one point on the curve, `time` seconds after its start.
  private func cut(_ curve: ParameterCurve, _ token: Int, after count: Int, at time: Double) -> [TextEdit] {
    let parts = editor.parts(of: tape.member(.parameterCurveControlPoints, of: token))
    let (left, right) = (curve.points[count - 1], curve.points[count])
    let share = (time - left.time) / (right.time - left.time)
    let value = left.value + (right.value - left.value) * share
    let point = editor.source(
      parts[count],
      with: [
        editor.replaced(tape.member(.time, of: parts[count].value), with: TapeEditor.literal(time)),
        editor.replaced(tape.member(.parameterValue, of: parts[count].value), with: TapeEditor.literal(value)),
      ])
    return [TextEdit(range: editor.start(parts[count])..<editor.end(parts[parts.count - 1]), text: point)]
  }
}

extension CureFinder {
  func whole(_ finding: Diagnostic) -> Cure? {
    guard let pattern = document.pattern else { return nil }
    let list = tape.member(.pattern, of: 0)
    switch finding.code {
    case .controlWithoutEvents: return withoutControl(finding, pattern, list)
    case .transientsUnderCurve: return restoredControl(pattern, list)
    case .notFelt: return strongEnough(pattern, list)
    case .repeatedEvent: return withoutRepeats(pattern, list)
    default: return nil
    }
  }

  private func isOwnEntry(_ index: Int) -> Bool { tape[document.sources[index].token].count == 1 }

  private func withoutControl(_ finding: Diagnostic, _ pattern: Pattern, _ list: Int) -> Cure? {
    guard let offset = finding.place?.offset, let token = editor.token(at: offset),
      let id = tape.dynamicParameterID(tape.member(.parameterID, of: token))
    else { return nil }
    let gone = pattern.entries.indices.filter { index in
      switch pattern.entries[index] {
      case .parameter(let parameter): parameter.id == id && isOwnEntry(index)
      case .curve(let curve): curve.id == id && isOwnEntry(index)
      case .event, .unknown: false
      }
    }
    return Cure("Remove the control", editor.removed(Set(gone.map { document.sources[$0].index }), from: list))
  }

  /// Restores the intensity between a curve that ends below 1 and the next transients, unless that would change a
  /// continuous event.
  private func restoredControl(_ pattern: Pattern, _ list: Int) -> Cure? {
    let id = DynamicParameterID.hapticIntensityControl
    let controls = ControlTracks(pattern)
    var starts = pattern.parameters.filter { $0.id == id }.map { $0.time }
    starts += pattern.curves.filter { $0.id == id }.map { $0.time }
    starts.sort()
    let transients = pattern.events.filter { $0.type == .hapticTransient }.map { $0.time }
    let holds = pattern.events.filter { $0.type == .hapticContinuous }
    var added: [String] = []
    for curve in pattern.curves where curve.id == id && !curve.hasAbsoluteTimes {
      let end = curve.time + (curve.points.map { $0.time }.max() ?? 0)
      let place = starts.partitioningIndex { $0 > end - 0.001 && $0 > curve.time }
      let next = place < starts.count ? starts[place] : .infinity
      guard next > end + 0.001 else { continue }
      let during = holds.filter { $0.time < next && $0.time + ($0.sustainSeconds ?? 0) >= end }
      let time = during.reduce(end) { max($0, EnvelopeShape($1, soundSeconds: nil, controls: controls).end) }
      guard controls.value(id, at: end) < 0.999, transients.contains(where: { $0 >= time && $0 < next }) else {
        continue
      }
      added.append(
        "{ \"Parameter\": { \"Time\": \(TapeEditor.literal(time)), \"ParameterID\": \"\(id.rawValue)\","
          + " \"ParameterValue\": 1.0 } }")
    }
    return Cure("Restore the intensity after the curve", editor.appended(elements: added, to: list))
  }

  /// Raises the intensity of weak events where that keeps the design. Removes events of intensity 0.
  private func strongEnough(_ pattern: Pattern, _ list: Int) -> Cure? {
    var edits: [TextEdit] = []
    var gone: Set<Int> = []
    for (index, weak) in pattern.weakEvents(options) where isOwnEntry(index) {
      switch weak.cause {
      case .silent: gone.insert(document.sources[index].index)
      case .weak(_, let wanted?): edits += intensity(wanted, of: body(index))
      case .muted, .weak(_, nil): break
      }
    }
    return Cure(
      edits.isEmpty ? "Remove events with intensity 0" : "Raise weak events until they are felt",
      edits + editor.removed(gone, from: list))
  }

  private func body(_ index: Int) -> Int { tape.member(.event, of: document.sources[index].token) }

  private func intensity(_ value: Double, of event: Int) -> [TextEdit] {
    let list = tape.member(.eventParameters, of: event)
    let literal = TapeEditor.literal(value)
    let same = editor.parts(of: list).last { part in
      let token = tape.member(.parameterID, of: part.value)
      return tape[token].isString && tape.eventParameterID(token) == .hapticIntensity
    }
    if let same { return [editor.replaced(tape.member(.parameterValue, of: same.value), with: literal)] }
    let parameter = "{ \"ParameterID\": \"HapticIntensity\", \"ParameterValue\": \(literal) }"
    if list == event { return editor.appended("\"EventParameters\": [\(parameter)]", to: event) }
    return tape[list].count == 0
      ? [editor.replaced(list, with: "[\(parameter)]")] : editor.appended(elements: [parameter], to: list)
  }

  private func withoutRepeats(_ pattern: Pattern, _ list: Int) -> Cure? {
    var known: [Double: [Event]] = [:]
    var gone: Set<Int> = []
    for (index, entry) in pattern.entries.enumerated() {
      guard case .event(let event) = entry, event.type.isHaptic else { continue }
      if known[event.time, default: []].contains(where: event.playsLike), isOwnEntry(index) {
        gone.insert(document.sources[index].index)
      } else {
        known[event.time, default: []].append(event)
      }
    }
    return Cure(gone.count == 1 ? "Remove the duplicate" : "Remove the duplicates", editor.removed(gone, from: list))
  }
}
