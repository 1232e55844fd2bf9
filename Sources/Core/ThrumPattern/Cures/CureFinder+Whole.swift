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
    var starts = pattern.parameters.filter { $0.id == id }.map(\.time)
    starts += pattern.curves.filter { $0.id == id }.map(\.time)
    starts.sort()
    let transients = pattern.events.filter { $0.type == .hapticTransient }.map(\.time)
    let holds = pattern.events.filter { $0.type == .hapticContinuous }
    var added: [String] = []
    for curve in pattern.curves where curve.id == id && !curve.hasAbsoluteTimes {
      let end = curve.time + (curve.points.map(\.time).max() ?? 0)
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
      if weak.decibels == -.infinity {
        gone.insert(document.sources[index].index)
      } else if let wanted = weak.intensity {
        edits += intensity(wanted, of: body(index))
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
