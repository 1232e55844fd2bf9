import ThrumPattern

/// The haptic events of all parts of a file, ready to be judged on any motor.
package struct FeelEvents: Sendable {
  let sorted: [FeelEvent]
  /// What is felt as one, sorted by time.
  let stretches: [FeelStretch]
  let scope: FeelScope
  /// For each of the sorted events, whether it is to be judged.
  let isAsked: [Bool]
  let patterns: [Pattern]
  let onPhone = PhoneFaults()

  /// - Parameter range: if given, only what begins or ends around it is judged: a picture while something is dragged.
  package init(_ group: PatternGroup, around range: ClosedRange<Double>? = nil) {
    var found: [FeelEvent] = []
    var index = 0
    for (part, pattern) in group.patterns.enumerated() {
      let controls = ControlTracks(pattern)
      for (entry, item) in pattern.entries.enumerated() {
        guard case .event(let event) = item else { continue }
        if event.type.isHaptic { found.append(FeelEvent(index, (part, entry), event, controls)) }
        index += 1
      }
    }
    // Of what begins together, the strongest is first, however the file lists it.
    found.sort {
      ($0.time, $1.intensity, $1.sharpness, $1.end, $0.index) < ($1.time, $0.intensity, $0.sharpness, $0.end, $1.index)
    }
    sorted = found
    stretches = FeelStretch.stretches(of: sorted)
    scope = FeelScope(stretches, around: range)
    var isAsked = [Bool](repeating: false, count: sorted.count)
    for (place, stretch) in stretches.enumerated() where scope.asks(place) {
      for member in stretch.members { isAsked[member] = true }
    }
    self.isAsked = isAsked
    patterns = group.patterns
  }

  /// Indices of the events that are judged, among the group's haptic events.
  package var askedPlaces: [Int] {
    sorted.indices.sorted { sorted[$0].index < sorted[$1].index }.enumerated().filter { isAsked[$0.element] }
      .map { $0.offset }
  }
}

extension Event {
  var hasPlainEnvelope: Bool {
    isSustained && !parameters.contains { [.attackTime, .releaseTime].contains($0.id) && $0.value > 0 }
  }
}
