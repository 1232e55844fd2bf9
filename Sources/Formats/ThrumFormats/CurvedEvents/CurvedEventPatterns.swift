import ThrumPattern

/// Patterns that play ``CurvedEvent``s. AHAP's curves affect every event, so taps during a curve need a second pattern.
struct CurvedEventPatterns {
  private let metadata: JSONObject?
  private let holds: [CurvedEvent]
  private let taps: [CurvedEvent]
  /// Number of continuous events that overlap another. Where they do, only the strongest plays.
  let overlapping: Int

  /// Overlaps up to this (ms) join the parts of a longer event.
  private static let join = 2.0
  /// Time for which a tap rings, ms.
  private static let ring = 30.0

  init(_ events: [CurvedEvent], metadata: JSONObject?) {
    self.metadata = metadata
    taps = events.filter { $0.isTap }
    var holds = events.filter { !$0.isTap && $0.length > 0 }.sorted { $0.start < $1.start }
    for index in holds.indices.dropLast() {
      let excess = holds[index].end - holds[index + 1].start
      if excess > 0, excess <= CurvedEventPatterns.join, excess < holds[index].length {
        holds[index] = holds[index].cut(to: holds[index].length - excess)
      }
    }
    let split = OverlapSplitter(holds)
    self.holds = split.events
    overlapping = split.overlapping
  }

  var content: (parts: [PatternDocument.Part], merged: (pattern: Pattern, change: String)?) {
    let buzz = entries(holds)
    let both = buzz + taps.map { .event($0.event) }
    let areApart = taps.isEmpty || !isCurved(during: holds.filter { !$0.isConstant })
    if areApart { return ([PatternDocument.Part(title: nil, pattern: pattern(both, resets: true))], nil) }
    return (
      [
        PatternDocument.Part(title: "continuous", pattern: pattern(buzz, resets: false)),
        PatternDocument.Part(title: "taps", pattern: pattern(taps.map { .event($0.event) }, resets: false)),
      ], (pattern(both, resets: true), "in a single pattern, the curves also affect the transients")
    )
  }

  private func isCurved(during curves: [CurvedEvent]) -> Bool {
    var index = 0
    for tap in taps.sorted(by: { $0.start < $1.start }) {
      while index < curves.count, curves[index].end <= tap.start { index += 1 }
      if index < curves.count, curves[index].start < tap.start + CurvedEventPatterns.ring { return true }
    }
    return false
  }

  private func entries(_ holds: [CurvedEvent]) -> [PatternEntry] {
    holds.flatMap { hold in
      guard !hold.isConstant else { return [PatternEntry.event(hold.event)] }
      var points = hold.curve
      if points[0].time > 0 { points.insert(hold.point(at: 0), at: 0) }
      func curve(_ id: DynamicParameterID, _ value: (CurvedEvent.Point) -> Double) -> [PatternEntry] {
        HapticClip.curves(
          id, points.map { ControlPoint(time: (hold.start + $0.time) / 1000, value: value($0)) })
      }
      let shifts = points.contains { $0.shift != 0 }
      return [.event(hold.event)] + curve(.hapticIntensityControl) { $0.gain }
        + (shifts ? curve(.hapticSharpnessControl) { $0.shift / 100 } : [])
    }
  }

  /// If `resets`, neutralises controls for the event after a curve.
  private func pattern(_ entries: [PatternEntry], resets: Bool) -> Pattern {
    let sorted = entries.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map { $0.element }
    var result: [PatternEntry] = []
    var moved: [DynamicParameterID: Double] = [:]
    for (index, entry) in sorted.enumerated() {
      if case .event(let event) = entry {
        let own = Set(sorted[(index + 1)...].prefix { $0.start <= event.time }.compactMap { $0.control })
        for (id, value) in moved.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where !own.contains(id) {
          guard value != id.defaultValue else { continue }
          result.append(.parameter(DynamicParameter(id, value: id.defaultValue, time: event.time)))
          moved[id] = id.defaultValue
        }
      }
      if case .curve(let curve) = entry, let last = curve.points.last { moved[curve.id] = last.value }
      result.append(entry)
    }
    return Pattern(metadata: metadata, entries: result)
  }
}

extension CurvedEvent {
  fileprivate func cut(to length: Double) -> CurvedEvent {
    var result = self
    result.length = length
    guard !curve.isEmpty else { return result }
    result.curve = curve.filter { $0.time < length } + [point(at: length)]
    return result
  }

  fileprivate var event: Event {
    let parameters = [
      EventParameter(.hapticIntensity, intensity / 100),
      EventParameter(.hapticSharpness, min(1, max(0, frequency / 100))),
    ]
    return Event(
      type: isTap ? .hapticTransient : .hapticContinuous, time: start / 1000, duration: isTap ? nil : length / 1000,
      parameters: parameters)
  }
}

extension PatternEntry {
  fileprivate var control: DynamicParameterID? {
    switch self {
    case .parameter(let parameter): parameter.id
    case .curve(let curve): curve.id
    case .event, .unknown: nil
    }
  }
}
