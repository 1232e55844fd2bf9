import ThrumAnalysis
import ThrumPattern

/// Verdicts as text: a line for each group of like events, and a column for each motor.
struct FeelTable {
  private struct Group {
    let event: Event
    let verdicts: [String]
    var times: [Double]
    var cures: [(motor: String, cure: FeelCure)]
  }

  private let report: FeelReport
  private var groups: [Group] = []

  /// - Parameter pattern: the one that was judged.
  init(_ report: FeelReport, _ pattern: Pattern) {
    self.report = report
    guard let first = report.motors.first else { return }
    var places: [String: Int] = [:]
    for (place, felt) in first.events.enumerated() {
      let event = pattern.events[felt.index]
      let all = report.motors.map { $0.events[place] }
      let verdicts = all.map(FeelTable.text)
      let cures = zip(report.motors, all).compactMap { motor, event in event.cure.map { (motor.name, $0) } }
      // A gap belongs to two events, so only its size is compared.
      let key = FeelTable.name(of: event) + verdicts.joined(separator: "|") + cures.map { "\($0.1.to)" }.joined()
      if let known = places[key] {
        groups[known].times.append(felt.time)
      } else {
        places[key] = groups.count
        groups.append(Group(event: event, verdicts: verdicts, times: [felt.time], cures: cures))
      }
    }
  }

  var lines: [String] {
    guard !groups.isEmpty else { return ["\(report.path): no haptic events"] }
    let names = groups.map { FeelTable.name(of: $0.event) }
    let times = groups.map { FeelTable.times($0.times) }
    let left = zip(times, names).map { "\($0)  \($1)" }
    let indent = (left.map(\.count).max() ?? 0) + 2
    let widths = report.motors.indices.map { column in
      max(report.motors[column].name.count, groups.map { $0.verdicts[column].count }.max() ?? 0) + 2
    }
    func row(_ first: String, _ cells: [String]) -> String {
      let text = FeelTable.padded(first, indent) + zip(cells, widths).map { FeelTable.padded($0, $1) }.joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    var lines = [report.path, row("", report.motors.map(\.name))]
    for (group, left) in zip(groups, left) {
      lines.append(row(left, group.verdicts))
      for (motor, cure) in group.cures { lines.append("    \(motor): \(FeelTable.text(cure))") }
    }
    return lines
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func name(of event: Event) -> String {
    let intensity = fixed(event.value(of: .hapticIntensity), 2)
    let sharpness = fixed(event.value(of: .hapticSharpness), 2)
    guard event.type == .hapticContinuous else { return "transient \(intensity)/\(sharpness)" }
    let length = event.duration.map { "\(fixed($0 * 1_000, 0)) ms" } ?? "endless"
    return "continuous \(intensity)/\(sharpness) \(length)"
  }

  private static func times(_ times: [Double]) -> String {
    let first = "\(fixed(times[0], 3)) s"
    return times.count == 1 ? first : "\(first) and \(times.count - 1) more"
  }

  private static func text(_ event: FeltEvent) -> String {
    switch event.verdict {
    case .felt, .faint: return "\(event.verdict.words) \(fixed(event.decibelsOverThreshold, 0)) dB"
    case .tooShort: return "\(event.verdict.words) \(fixed(event.reachedPercent, 0)) %"
    default: return event.verdict.words
    }
  }

  private static func text(_ cure: FeelCure) -> String {
    switch cure.kind {
    case .intensity: return "intensity \(fixed(cure.from, 2)) → \(fixed(cure.to, 2))"
    case .duration: return "\(fixed((cure.to - cure.from) * 1_000, 0)) ms longer"
    case .gap: return "gap \(fixed(cure.from * 1_000, 0)) → \(fixed(cure.to * 1_000, 0)) ms"
    }
  }
}

extension FeelVerdict {
  /// As printed.
  var words: String { rawValue.replacing("-", with: " ") }
}
