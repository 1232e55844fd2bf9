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
