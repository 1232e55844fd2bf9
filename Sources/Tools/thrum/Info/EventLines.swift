import ThrumAnalysis
import ThrumPattern

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
