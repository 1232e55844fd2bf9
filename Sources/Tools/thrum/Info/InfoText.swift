import ThrumAnalysis
import ThrumEngine
import ThrumPattern

struct InfoText {
  let info: PatternInfo

  var lines: [String] {
    var lines = [info.file]
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { lines.append("  " + pad(name, 14) + text) }
    }
    for item in info.metadata.prefix(12) { add(quoted(item.name).lowercased(), InfoText.oneLine(item.value)) }
    add("version", info.version.map { fixed($0, 1) } ?? "not given")
    add("duration", duration)
    add("events", events)
    add("controls", controls)
    add("intensity", info.intensity.map(span))
    add("sharpness", info.sharpness.map(span))
    add(
      "longest",
      info.longestContinuous.map { "\(seconds($0.seconds)) continuous, starting at \(seconds($0.time))" })
    add("haptics on", "\(seconds(info.hapticOnSeconds)) in all")
    for sound in info.soundFiles { add("sound", text(of: sound)) }
    for line in levels { add(line.0, line.1) }
    add("findings", findings)
    return lines
  }

  private var duration: String {
    let tail = info.endSeconds - info.durationSeconds
    let end = seconds(info.endSeconds)
    return seconds(info.durationSeconds)
      + (tail >= 0.0005 ? ", tails to \(end)" : tail <= -0.0005 ? ", rendered to \(end)" : "")
  }

  private var events: String {
    let counts = info.counts
    let parts = [
      (counts.transient, "transient"), (counts.continuous, "continuous"), (counts.audioContinuous, "tone"),
      (counts.audioCustom, "sound"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(counts.events)" + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
      + (counts.unknown > 0 ? "; unknown entries: \(counts.unknown)" : "")
  }

  private var controls: String? {
    let counts = info.counts
    guard counts.curves + counts.parameters > 0 else { return nil }
    var parts: [String] = []
    if counts.parameters > 0 {
      parts.append("\(counts.parameters) dynamic parameter\(counts.parameters == 1 ? "" : "s")")
    }
    if counts.curves > 0 {
      parts.append(
        "\(counted(counts.curves, "curve")) with \(counted(counts.controlPoints, "point"))")
    }
    return parts.joined(separator: ", ")
  }

  private var levels: [(String, String)] {
    guard let levels = info.levels else {
      return [("rendered", "not rendered: longer than \(Int(SignalSummary.limitSeconds / 60)) minutes")]
    }
    var lines = [
      (
        "acceleration",
        "peak \(fixed(levels.peakAccelerationG, 3)) g, RMS \(fixed(levels.rmsAccelerationG, 3)) g (\(levels.actuator))"
      ),
      (
        "felt",
        levels.touchLevelDecibels.map { "at most \(RenderedLevels.inWords(touch: $0)) (relative)" }
          ?? "nothing"
      ),
      (
        "monitor",
        "peak \(fixed(levels.monitorPeakDecibels, 1)) dBFS, RMS \(fixed(levels.monitorRMSDecibels, 1)) dBFS"
      ),
    ]
    if levels.refusedEvents > 0 {
      lines.append(("refused", "\(dropped(levels.refusedEvents)): no voice was free"))
    }
    return lines
  }

  private var findings: String {
    let found = info.findings
    let parts = [(found.errors, "error"), (found.warnings, "warning"), (found.notes, "note")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ") + " (thrum lint shows them)"
  }

  private func span(_ span: PatternInfo.Span) -> String {
    span.lowest == span.highest
      ? fixed(span.lowest, 2) : "\(fixed(span.lowest, 2)) to \(fixed(span.highest, 2))"
  }

  private func seconds(_ value: Double) -> String { fixed(value, 3) + " s" }

  private func text(of sound: PatternInfo.SoundFile) -> String {
    let path = InfoText.oneLine(sound.path)
    guard sound.found != nil else { return "\(path): missing" }
    if let problem = sound.problem { return "\(path): \(problem)" }
    return path + (sound.seconds.map { ": \(seconds($0))" } ?? "")
  }

  private static func oneLine(_ text: String) -> String {
    UserText.bounded(text, to: 400).split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

/// One line per event as played, with controls and envelopes applied.
struct EventLines {
  let lines: [String]

  /// Number of intensities listed for a continuous event.
  private static let steps = 4

  init(_ timeline: PatternTimeline) {
    let report = TimelineReport(timeline, steps: EventLines.steps)
    var rows: [(time: Double, cells: [String])] = report.taps.map { tap in
      (tap.time, ["transient", "intensity \(EventLines.number(tap.intensity))", EventLines.sharpness(tap.sharpness)])
    }
    rows += EventLines.rows(report.holds, "continuous", of: "intensity")
    rows += EventLines.rows(report.sounds, "sound", of: "volume")
    rows.sort { ($0.time, $0.cells[0]) < ($1.time, $1.cells[0]) }
    lines = TextColumns.lines(rows.map { (fixed($0.time, 3) + " s", $0.cells) })
  }

  private static func rows(
    _ spans: [TimelineReport.Span], _ name: String, of quantity: String
  ) -> [(time: Double, cells: [String])] {
    spans.map { span in
      let levels = span.levels.map { number($0.level) }
      let isSteady = Set(levels.dropLast()).count == 1
      let listed = isSteady ? levels[0] : levels.joined(separator: " ")
      return (
        span.start,
        [
          "\(name) until \(fixed(span.end, 3)) s", "\(quantity) \(listed)",
          span.levels.first?.sharpness.map(sharpness) ?? "",
        ]
      )
    }
  }

  private static func sharpness(_ value: Double) -> String { "sharpness \(number(value))" }

  private static func number(_ value: Double) -> String { fixed(value, 2) }
}
