import ThrumPattern

/// Converts patterns to events within a format's limits, with larger errors if there are too many events (decision
/// 0063).
struct CurvedEventMaker {
  private(set) var losses: [String] = []
  private let rules: CurvedEventRules
  private let track: StrengthTrack
  private let taps: [CurvedEvent]
  private let size: ([CurvedEvent]) -> Int
  private let work: Work<PatternWriter.WriteError>

  /// Tolerances of strength, 0…1.
  private static let errors = [0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.18]
  /// Tolerances that drop weak peaks.
  private static let coarse = [0.25, 0.35, 0.5, 0.7]

  /// - Parameter size: returns the file size in bytes.
  init(
    _ request: PatternWriter.Request, _ rules: CurvedEventRules, size: @escaping ([CurvedEvent]) -> Int
  ) throws(PatternWriter.WriteError) {
    self.rules = rules
    self.size = size
    work = request.work
    track = try StrengthTrack(request.timeline, work)
    taps = request.timeline.taps.compactMap { tap in
      let intensity = (100 * min(1, max(0, tap.intensity))).rounded()
      let start = (1000 * tap.time).rounded()
      guard intensity > 0, start <= Double(CurvedEventRules.latest) else { return nil }
      return .tap(at: start, intensity: intensity, frequency: (100 * min(1, max(0, tap.sharpness))).rounded())
    }
    let foreign = UnwritableParts(request.patterns, file: rules.file)
    losses = foreign.sounds
    if track.overlapping > 0 {
      losses.append(
        "\(counted(track.overlapping, "continuous event")) overlapping another: amplitudes are summed, sharpness is mixed"
      )
    }
    losses += foreign.unknown
    let silent = request.timeline.taps.count { $0.intensity > 0 && $0.intensity < 0.005 }
    if silent > 0 { losses.append("\(counted(silent, "transient")) weaker than intensity 0.005") }
    let late = request.timeline.taps.count { $0.time * 1000 > Double(CurvedEventRules.latest) + 0.5 }
    if late + track.late > 0 { losses.append("\(counted(late + track.late, "event")) after half an hour") }
  }

  /// - Throws: `WriteError` for a pattern that cannot be felt.
  mutating func events() throws(PatternWriter.WriteError) -> [CurvedEvent] {
    guard !taps.isEmpty || !track.islands.isEmpty else {
      throw PatternWriter.WriteError(
        description: "nothing in the pattern can be felt, but \(rules.file) needs an event")
    }
    let islands = track.islands.map(line)
    for error in CurvedEventMaker.errors {
      try work.check()
      let found = sorted(taps + islands.flatMap { events(of: $0, error) })
      if fits(found) { return noted(found, error) }
    }
    var continuous: CurvedLine?
    if taps.count < rules.events {
      let line = line(try track.joined(with: [], work))
      continuous = line
      for error in CurvedEventMaker.errors {
        let found = sorted(taps + events(of: line, error))
        if fits(found) { return joined(found, error, keepsTaps: true) }
      }
    }
    // Without taps, `continuous` has already been tried with the finer tolerances.
    let known = taps.isEmpty ? continuous : nil
    let line = if let known { known } else { line(try track.joined(with: taps, work)) }
    for error in (known == nil ? CurvedEventMaker.errors : []) + CurvedEventMaker.coarse {
      try work.check()
      let found = events(of: line, error)
      if fits(found) { return joined(found, error, keepsTaps: false) }
    }
    return dropped(islands)
  }

  // MARK: Limits

  private func fits(_ events: [CurvedEvent]) -> Bool {
    !events.isEmpty && events.count <= rules.events && rules.bytes.map { size(events) <= $0 } != false
  }

  private func sorted(_ events: [CurvedEvent]) -> [CurvedEvent] {
    events.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map { $0.element }
  }

  private mutating func noted(_ events: [CurvedEvent], _ error: Double) -> [CurvedEvent] {
    let parts = events.count { !$0.isTap }
    if parts > track.islands.count {
      losses.append(
        "\(counted(track.islands.count, "stretch of continuous events", "stretches of continuous events")) written as "
          + "\(counted(parts, "event")): an event lasts at most 5 s and has at most 16 points")
    }
    noteError(error)
    return events
  }

  private mutating func noteError(_ error: Double) {
    guard error > CurvedEventMaker.errors[0] else { return }
    losses.append(
      "detail: \(rules.file) has at most \(rules.events) events, so strength is off by up to "
        + "\(fixed(100 * error, 0)) % of full scale")
  }

  private mutating func joined(_ events: [CurvedEvent], _ error: Double, keepsTaps: Bool) -> [CurvedEvent] {
    if track.islands.count > 1 {
      losses.append(
        "the starts and ends of \(track.islands.count) continuous events: \(rules.file) has at most \(rules.events) events, "
          + "so they are joined into \(counted(events.count { !$0.isTap }, "event"))")
    }
    if !keepsTaps, !taps.isEmpty {
      losses.append(
        "\(counted(taps.count, "transient")): \(rules.file) can have at most \(rules.events) events, so the transients "
          + "become short peaks in the continuous ones")
    }
    noteError(error)
    return events
  }

  private mutating func dropped(_ islands: [CurvedLine]) -> [CurvedEvent] {
    let all = taps + islands.flatMap { events(of: $0, CurvedEventMaker.errors[3]) }
    var kept = Array(all.sorted { ($1.intensity, $0.start) < ($0.intensity, $1.start) }.prefix(rules.events))
    while kept.count > 1, !fits(kept) { kept.removeLast() }
    losses.append(
      "\(counted(all.count - kept.count, "event")): \(rules.file) has at most \(rules.events), so the strongest are kept"
    )
    return sorted(kept)
  }

  private func line(_ samples: [StrengthTrack.Sample]) -> CurvedLine {
    CurvedLine(samples, least: CurvedEventMaker.errors[0])
  }

  private func events(of line: CurvedLine, _ error: Double) -> [CurvedEvent] {
    CurveSplitter(rules).events(line.nodes(error: error))
  }
}

func counted(_ count: Int, _ noun: String, _ plural: String) -> String { "\(count) \(count == 1 ? noun : plural)" }
