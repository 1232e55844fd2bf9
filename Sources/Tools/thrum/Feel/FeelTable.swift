import ThrumAnalysis
import ThrumFeel
import ThrumPattern

/// One line per group of similar events, and one column per motor.
struct FeelTable {
  /// Number of lines beyond which a table is grouped more coarsely.
  private static let mostLines = 40

  private let report: FeelReport
  /// Groups of similar events, empty if they would not fit on a screen.
  private let groups: [FeelGroup]
  private let events: [Event]

  init(_ report: FeelReport, _ group: PatternGroup) {
    self.report = report
    events = group.events
    let events = events
    let judged = (report.motors.first?.events ?? []).indices.map { place in
      let felt = report.motors.map { $0.events[place] }
      return (event: events[felt[0].index], felt: felt)
    }
    let strongest = report.motors.map { $0.events.map(\.decibelsOverThreshold).max() ?? 0 }
    groups =
      [FeelGroup.likeness, FeelGroup.kinship].lazy
      .map { FeelTable.groups(judged, strongest, by: $0) }
      .first { groups in groups.reduce(0) { $0 + 1 + $1.cures.count } <= FeelTable.mostLines } ?? []
  }

  private static func groups(
    _ judged: [(event: Event, felt: [FeltEvent])], _ strongest: [Double], by key: (Event, [FeltEvent]) -> String
  ) -> [FeelGroup] {
    var places: [String: Int] = [:]
    var groups: [FeelGroup] = []
    for (event, felt) in judged {
      let place = places[key(event, felt)] ?? groups.count
      if place == groups.count {
        groups.append(FeelGroup(event.type, felt.map(\.verdict), strongest))
        places[key(event, felt)] = place
      }
      groups[place].add(event, felt)
    }
    return groups
  }

  var lines: [String] {
    let names = report.motors.map(\.name)
    guard report.motors.contains(where: { !$0.events.isEmpty }) else { return ["\(report.path): no haptic events"] }
    if groups.isEmpty {
      return [report.path] + TextColumns.lines([("", names)] + compared + counts)
        + ["    to see the cures, use --json, or name fewer motors with --on"]
    }
    let rows = TextColumns.lines(
      [("", names)] + compared + groups.map { ("\($0.times)  \($0.name)", $0.cells) })
    let heading = 1 + compared.count
    let cured = zip(groups, rows.dropFirst(heading)).flatMap { group, row in
      [row] + group.cures.map { "    \(names[$0.motor]): \($0.words)" }
    }
    return [report.path] + rows.prefix(heading) + cured
  }

  /// What each motor loses of what a phone gives.
  private var compared: [(String, [String])] {
    if report.motors.allSatisfy(\.isPhone) { return [] }
    let cells = report.motors.map { motor in
      motor.isPhone ? "" : motor.lost == 0 ? "loses nothing" : "loses \(motor.lost) of \(motor.events.count)"
    }
    return [("of what a phone gives", cells)]
  }

  private var counts: [(String, [String])] {
    [(EventType.hapticTransient, "transient"), (.hapticContinuous, "continuous")].compactMap { type, name in
      let cells = report.motors.map { motor in motor.events.filter { events[$0.index].type == type } }
      let count = cells.first?.count ?? 0
      return count == 0 ? nil : ("\(count) \(name)", cells.map(FeelSummary.words))
    }
  }
}

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

/// Pulse trains as text: for each motor what is left of the design, its limits, and the durations.
struct PulseTable {
  let report: PulseReport

  var lines: [String] {
    let rows = report.motors.map { motor in
      (
        motor.name,
        [
          PulseTable.words(motor.difference), PulseTable.words(motor.naiveDifference),
          "\(motor.keptOnsets) of \(motor.onsets)", "\(motor.shortestPulseMilliseconds) ms",
          "\(motor.shortestGapMilliseconds) ms", "\(motor.lagMilliseconds) ms",
        ]
      )
    }
    let heading = (
      "", ["from the design (largest)", "on during events", "onsets kept", "pulse at least", "gap at least", "lag"]
    )
    let cut = report.cutSeconds.map { ["only the first \(fixed($0, 0)) s of the pattern"] } ?? []
    let lists = report.motors.map { motor in
      motor.onOff.isEmpty
        ? "\(motor.name): nothing is felt" : "\(motor.name), on and off, ms: \(motor.onOff)"
    }
    return [report.path] + cut + TextColumns.lines([heading] + rows) + lists
  }

  private static func words(_ difference: PulseFit.Difference) -> String {
    "\(fixed(difference.rmsDecibels, 1)) dB (\(fixed(difference.largestDecibels, 0)))"
  }
}
