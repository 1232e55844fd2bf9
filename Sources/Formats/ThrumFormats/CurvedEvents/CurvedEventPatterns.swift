import ThrumPattern

/// Patterns that play ``CurvedEvent``s. AHAP's curves affect every event, so taps during a curve need a second pattern.
struct CurvedEventPatterns {
  private let metadata: JSONObject?
  private let holds: [CurvedEvent]
  private let taps: [CurvedEvent]
  /// Whether continuous events overlap. If so, only the strongest plays at any time.
  let hasOverlaps: Bool

  /// Overlaps up to this (ms) join the parts of a longer event.
  private static let join = 2.0
  /// Time for which a tap rings, ms.
  private static let ring = 30.0

  init(_ events: [CurvedEvent], metadata: JSONObject?) {
    self.metadata = metadata
    taps = events.filter(\.isTap)
    var holds = events.filter { !$0.isTap && $0.length > 0 }.sorted { $0.start < $1.start }
    var overlaps = false
    for index in holds.indices.dropLast() {
      let excess = holds[index].end - holds[index + 1].start
      if excess > 0, excess <= CurvedEventPatterns.join, excess < holds[index].length {
        holds[index] = holds[index].cut(to: holds[index].length - excess)
      } else if excess > 0 {
        overlaps = true
      }
    }
    self.holds = holds
    hasOverlaps = overlaps
  }

  var content: (parts: [PatternDocument.Part], merged: (pattern: Pattern, change: String)?) {
    let buzz = hasOverlaps ? strongest.continuousPattern.entries : entries(holds)
    let both = buzz + taps.map { .event($0.event) }
    let curves = holds.filter { hasOverlaps || !$0.isConstant }
    let areApart = taps.isEmpty || !isCurved(during: curves)
    if areApart { return ([PatternDocument.Part(title: nil, pattern: pattern(both, resets: true))], nil) }
    return (
      [
        PatternDocument.Part(title: "continuous", pattern: pattern(buzz, resets: false)),
        PatternDocument.Part(title: "taps", pattern: pattern(taps.map { .event($0.event) }, resets: false)),
      ], (pattern(both, resets: true), "in a single pattern, the curves also affect the transients")
    )
  }

  private func isCurved(during curves: [CurvedEvent]) -> Bool {
    guard !hasOverlaps else { return !curves.isEmpty }
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
    let sorted = entries.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(
      \.element)
    var result: [PatternEntry] = []
    var moved: [DynamicParameterID: Double] = [:]
    for (index, entry) in sorted.enumerated() {
      if case .event(let event) = entry {
        let own = Set(sorted[(index + 1)...].prefix { $0.start <= event.time }.compactMap(\.control))
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

  // MARK: Overlaps

  /// A clip that has, at each time, the strength of the strongest event and the mean frequency of all events.
  private var strongest: HapticClip {
    var times: Set<Double> = [0]
    for hold in holds {
      times.formUnion([hold.start - 1e-4, hold.start, hold.end - 1e-4, hold.end])
      times.formUnion(hold.curve.map { hold.start + $0.time })
      times.formUnion(stride(from: hold.start, to: hold.end, by: 5))
    }
    var (levels, tones): ([Polyline.Sample], [Polyline.Sample]) = ([], [])
    var live: [CurvedEvent] = []
    var next = 0
    for time in times.sorted() where time >= 0 {
      while next < holds.count, holds[next].start <= time {
        live.append(holds[next])
        next += 1
      }
      live.removeAll { $0.end <= time }
      let points = live.map { hold in (hold, hold.point(at: time - hold.start)) }
      let level = points.map { $0.0.intensity / 100 * $0.1.gain }.max() ?? 0
      levels.append(Polyline.Sample(time: time / 1000, value: min(1, max(0, level))))
      if !points.isEmpty {
        let tone = points.map { min(100, max(0, $0.0.frequency + $0.1.shift)) }.reduce(0, +) / Double(points.count)
        tones.append(Polyline.Sample(time: time / 1000, value: tone / 100))
      }
    }
    return HapticClip(
      amplitude: Polyline.simplified(levels, error: 0.005).map {
        .init(time: $0.time, amplitude: IntensityLaw.phone.amplitude($0.value))
      },
      frequency: Polyline.simplified(tones, error: 0.01).map {
        .init(time: $0.time, frequency: $0.value * $0.value)
      })
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
