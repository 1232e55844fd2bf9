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

  /// What the motor loses of what a phone gives, and what is lost there too, such as “loses 2 not felt, 1 fused of 12”.
  static func words(_ events: [FeltEvent]) -> String {
    if events.isEmpty { return "no haptic events" }
    let lost = verdicts(events.filter(\.isLost))
    let other = verdicts(events.filter { $0.isFinding && !$0.isLost })
    let parts = [lost.isEmpty ? nil : "loses \(lost)", other.isEmpty ? nil : other].compactMap { $0 }
    return parts.isEmpty ? "felt" : "\(parts.joined(separator: "; ")) of \(events.count)"
  }

  private static func verdicts(_ events: [FeltEvent]) -> String {
    FeelVerdict.allCases.compactMap { verdict in
      let count = events.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.words)"
    }.joined(separator: ", ")
  }
}
