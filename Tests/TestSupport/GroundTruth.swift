import Foundation
import ThrumDevice
import ThrumFeel
import ThrumPattern

/// What people felt on devices, and what Thrum says of the same design: the rows of `Tests/GroundTruth/felt.tsv` as the
/// table in Docs/Feel.md.
package enum GroundTruth {
  /// What people said of a design.
  enum Felt: String {
    case notFelt = "not felt"
    case hardlyFelt = "hardly felt"
    case light
    case felt

    /// Levels over the threshold that agree, dB.
    var range: ClosedRange<Double> {
      switch self {
      case .notFelt: -.infinity...0
      case .hardlyFelt: -6...12
      case .light: -6...15
      case .felt: FeelVerdict.clearLevel...(.infinity)
      }
    }
  }

  package struct Row {
    let source, device, design: String
    let people: Felt
    let motor: ActuatorPreset
    /// Whether the row was used to choose a number.
    package let isFitted: Bool

    init?(_ line: Substring) {
      let cells = line.split(separator: "\t").map(String.init)
      guard cells.count == 6, let people = Felt(rawValue: cells[2]), let motor = ActuatorPreset.named(cells[4]),
        ["fitted", "new"].contains(cells[5])
      else { return nil }
      (source, device, design, self.people, self.motor) = (cells[0], cells[1], cells[3], people, motor)
      isFitted = cells[5] == "fitted"
    }

    /// The strongest event's result.
    package var strongest: FeltEvent? {
      FeltDesign(design)?.judged(on: motor).max { $0.decibelsOverThreshold < $1.decibelsOverThreshold }
    }
  }

  private static let page = PackageFolder.root.appendingPathComponent("Docs/Feel.md")
  private static let (begin, end) = ("<!-- ground truth -->\n", "<!-- end of ground truth -->\n")

  /// Every line of the file; `nil` where one cannot be read.
  package static func rows() throws -> [Row?] {
    let file = PackageFolder.root.appendingPathComponent("Tests/GroundTruth/felt.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map(
      Row.init)
  }

  /// The table in Docs/Feel.md.
  package static func written() throws -> String? {
    let text = try String(contentsOf: page, encoding: .utf8)
    guard let begin = text.range(of: begin), let end = text.range(of: end) else { return nil }
    return String(text[begin.upperBound..<end.lowerBound])
  }

  package static func write() throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    guard let begin = text.range(of: begin), let end = text.range(of: end) else { return }
    try (text[..<begin.upperBound] + table() + text[end.lowerBound...]).write(
      to: page, atomically: true, encoding: .utf8)
  }

  package static func table() throws -> String {
    var lines: [String] = []
    var agreeing: [Bool: (agree: Int, all: Int)] = [true: (0, 0), false: (0, 0)]
    for case let row? in try rows() {
      guard let felt = row.strongest else { continue }
      let level = felt.decibelsOverThreshold
      let off = level - min(max(level, row.people.range.lowerBound), row.people.range.upperBound)
      agreeing[row.isFitted]?.all += 1
      if off == 0 { agreeing[row.isFitted]?.agree += 1 }
      let parts = row.design.components(separatedBy: "; ")
      lines.append(
        [
          row.source, row.device, parts.count > 2 ? "\(parts[0]), \(parts.count) times" : row.design,
          row.people.rawValue, "\(GroundTruth.shown(level)), \(felt.verdict.rawValue)",
          off == 0 ? "" : (off > 0 ? "+" : "") + GroundTruth.shown(off), row.isFitted ? "fitted" : "",
        ].map { "| \($0) " }.joined() + "|")
    }
    let (new, fitted) = (agreeing[false] ?? (0, 0), agreeing[true] ?? (0, 0))
    return """
      Of \(new.all) rows that were not used to choose a number, \(new.agree) agree; of \(fitted.all) fitted ones, \
      \(fitted.agree).

      | source | device | design | people | Thrum | off by | |
      | --- | --- | --- | --- | --- | --- | --- |
      \(lines.joined(separator: "\n"))

      """
  }

  private static func shown(_ decibels: Double) -> String {
    decibels < -100 ? "nothing" : fixed(decibels, 0).replacingOccurrences(of: "-", with: "−") + " dB"
  }
}
