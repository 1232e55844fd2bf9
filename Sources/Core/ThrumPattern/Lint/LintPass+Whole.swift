extension LintPass {
  func checkWhole(_ pattern: Pattern) {
    for id in DynamicParameterID.allCases {
      summary.curveRanges[id]?.sort { ($0.begin, $0.entry) < ($1.begin, $1.entry) }
      checkOverlaps(id)
    }
    checkControls(pattern)
    checkTransients(pattern)
    checkCrowd()
    checkStrength(pattern)
    checkRepeats(pattern)
  }

  /// Tolerates an overlap of 1 ms, to allow for rounding.
  private func checkOverlaps(_ id: DynamicParameterID) {
    guard let ranges = summary.curveRanges[id], var longest = ranges.first else { return }
    for range in ranges.dropFirst() {
      if range.begin < longest.end - 0.001 {
        let other = path(longest.entry, .parameterCurve).text
        let begin = range.begin
        report(
          .overlappingCurves, body(range.entry, .parameterCurve),
          path(range.entry, .parameterCurve).text,
          "the curve for `\(id.rawValue)` starts at \(begin) s, before \(other) has ended;"
            + " the result is undefined",
          "Make the curves for one control consecutive.")
      }
      if range.end > longest.end { longest = range }
    }
  }

  private func checkControls(_ pattern: Pattern) {
    guard !summary.types.isEmpty, !document.hasErrors else { return }
    var reported: Set<DynamicParameterID> = []
    for (index, entry) in pattern.entries.enumerated() {
      let control: (id: DynamicParameterID, kind: AHAPKey)
      switch entry {
      case .parameter(let parameter): control = (parameter.id, .parameter)
      case .curve(let curve): control = (curve.id, .parameterCurve)
      case .event, .unknown: continue
      }
      guard !summary.types.contains(where: control.id.isHeard(by:)), reported.insert(control.id).inserted
      else { continue }
      report(
        .controlWithoutEvents, body(index, control.kind), path(index, control.kind).text,
        "no event in the pattern responds to `\(control.id.rawValue)`",
        "Remove it, or add events for it.")
    }
  }

  private func checkTransients(_ pattern: Pattern) {
    let id = DynamicParameterID.hapticIntensityControl
    guard let curves = summary.curveRanges[id], !summary.transients.isEmpty else { return }
    let holds = !summary.jumps.contains(id)
    summary.transients.sort { ($0.time, $0.entry) < ($1.time, $1.entry) }
    var count = 0
    var first: (onset: PatternSummary.Onset, value: Double)?
    var next = 0
    for onset in summary.transients {
      while next < curves.count, curves[next].begin <= onset.time { next &+= 1 }
      guard next > 0, holds || onset.time <= curves[next &- 1].end,
        case .curve(let curve) = pattern.entries[curves[next &- 1].entry],
        let value = curve.value(at: onset.time - curve.time), value < 0.999
      else { continue }
      count &+= 1
      if first == nil { first = (onset, value) }
    }
    guard let first else { return }
    let percent = Int(exactly: (max(first.value, 0) * 100).rounded()) ?? 0
    report(
      .transientsUnderCurve, body(first.onset.entry, .event), path(first.onset.entry, .event).text,
      "intensity curves also scale transients: \(count) here, the first to \(percent) % of its intensity",
      "To avoid that, play the transients with a second player.")
  }

  /// Reports the time with the most simultaneous events.
  private func checkCrowd() {
    guard summary.edges.count > 2 * options.mostEventsAtOnce else { return }
    summary.edges.sort { ($0.time, $0.order) < ($1.time, $1.order) }
    var sounding = 0
    var most = 0
    var place = summary.edges[0]
    for edge in summary.edges {
      sounding &+= edge.order == 1 ? 1 : -1
      if sounding > most {
        most = sounding
        place = edge
      }
    }
    guard most > options.mostEventsAtOnce else { return }
    let entry = Int(place.entry)
    report(
      .manyEventsAtOnce, body(entry, .event), path(entry, .event).text,
      "\(most) haptic events play at once at \(place.time) s; their sum may exceed what an"
        + " actuator can do",
      "Use fewer events, or lower intensities.")
  }
}

extension LintPass {
  private func checkRepeats(_ pattern: Pattern) {
    var onsets = summary.edges.filter { $0.order == 1 }
    onsets.sort { ($0.time, $0.entry) < ($1.time, $1.entry) }
    var count = 0
    var first: (entry: Int, time: Double)?
    // Distinct events at the current time, of which only the last few are compared.
    var others: [Event] = []
    for (index, onset) in onsets.enumerated() {
      let begins = index == 0 || onsets[index - 1].time != onset.time
      let ends = index + 1 == onsets.count || onsets[index + 1].time != onset.time
      if begins, ends { continue }
      guard case .event(let event) = pattern.entries[Int(onset.entry)] else { continue }
      if begins { others.removeAll(keepingCapacity: true) }
      if others.suffix(16).contains(where: event.playsLike) {
        count &+= 1
        if first == nil { first = (Int(onset.entry), onset.time) }
      } else {
        others.append(event)
      }
    }
    guard let first else { return }
    let more = count > 1 ? ", the first of \(count) such events" : ""
    report(
      .repeatedEvent, body(first.entry, .event), path(first.entry, .event).text,
      "the event at \(first.time) s is a duplicate\(more); duplicates feel stronger than one event",
      "Remove or move one of them.")
  }

  private func checkStrength(_ pattern: Pattern) {
    let weak = options.disabled.contains(.notFelt) ? [] : pattern.weakEvents(options)
    guard let (entry, first) = weak.first else { return }
    let level =
      switch first.cause {
      case .silent: "has intensity 0"
      case .muted: "plays while the intensity control is 0"
      case .weak(let decibels, _): "is \(max(1, Int(saturating: -decibels.rounded()))) dB below the touch threshold"
      }
    let who = weak.count == 1 ? "one event is" : "\(weak.count) events are"
    report(
      .notFelt, body(entry, .event), path(entry, .event).text,
      "\(who) too weak to be felt on the modelled phone: \(weak.count == 1 ? "it" : "this one, the first,") \(level)",
      "Raise its intensity, or remove it.")
  }
}

extension Event {
  func playsLike(_ other: Event) -> Bool {
    type == other.type && duration == other.duration && parameters.count == other.parameters.count
      && zip(parameters, other.parameters).allSatisfy { $0.id == $1.id && $0.value == $1.value }
  }
}

extension DynamicParameterID {
  fileprivate func isHeard(by type: EventType) -> Bool {
    switch self {
    case .hapticIntensityControl: type.isHaptic
    case .hapticSharpnessControl, .hapticAttackTimeControl, .hapticDecayTimeControl,
      .hapticReleaseTimeControl:
      type == .hapticContinuous
    default: !type.isHaptic
    }
  }
}

extension ParameterCurve {
  /// Returns the value at `time` after the curve's start, or `nil` before the first point or if the points are
  /// unsorted.
  fileprivate func value(at time: Double) -> Double? {
    let next = points.partitioningIndex { !($0.time <= time) }
    guard next > 0 else { return nil }
    let left = points[next &- 1]
    guard next < points.count else { return left.value }
    let right = points[next]
    guard right.time > left.time, left.time <= time else { return nil }
    return left.value + (right.value - left.value) * (time - left.time) / (right.time - left.time)
  }
}
