import ThrumAnalysis
import ThrumFeel

/// One line per file and one column per motor.
struct FeelSummary {
  private let reports: [FeelReport]

  init(_ reports: [FeelReport]) { self.reports = reports }

  var lines: [String] {
    let names = reports.first?.motors.map(\.name) ?? []
    let rows = reports.map { report in (report.path, report.motors.map { FeelSummary.words($0.events) }) }
    let totals = names.indices.map { column in
      FeelSummary.words(reports.flatMap { $0.motors[column].events })
    }
    return TextColumns.lines([("", names)] + rows + [("all \(reports.count) files", totals)])
  }

  /// For example, “2 not felt, 1 fused of 12”.
  static func words(_ events: [FeltEvent]) -> String {
    let found = FeelVerdict.allCases.filter(\.isFinding).compactMap { verdict in
      let count = events.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.words)"
    }
    if events.isEmpty { return "no haptic events" }
    return found.isEmpty ? "felt" : "\(found.joined(separator: ", ")) of \(events.count)"
  }
}
