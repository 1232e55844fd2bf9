import ThrumAnalysis
import ThrumPattern

struct Comparison: Encodable {
  var schema = "thrum.compare/1"
  var a: ComparedSide
  var b: ComparedSide
  /// Gains in dB that make both sides equally strong on the monitor; 0 for the weaker one.
  var gainA: Double
  var gainB: Double

  init(_ a: ComparedSide, _ b: ComparedSide) {
    self.a = a
    self.b = b
    let levels = [a, b].compactMap { $0.levels?.monitorHeardDecibels }
    // Silence cannot be matched. Attenuating the stronger side avoids the limiter.
    let isMatched = levels.count == 2
    gainA = isMatched ? min(0, levels[1] - levels[0]) : 0
    gainB = isMatched ? min(0, levels[0] - levels[1]) : 0
  }

  var lines: [String] {
    var lines = [("A", a), ("B", b)].map { "\($0)  " + $1.files.joined(separator: " + ") } + [""]
    var same: [String] = []
    var rows: [String] = []
    for row in ComparedSide.rows {
      let (left, right) = (row.value(a).map { fixed($0, row.places) }, row.value(b).map { fixed($0, row.places) })
      guard left != right else {
        if left != nil { same.append(row.name) }
        continue
      }
      let difference = row.value(a).flatMap { a in row.value(b).map { $0 - a } }.map { fixed($0, row.places) }
      let signed = difference.map { $0.hasPrefix("-") ? $0 : "+" + $0 } ?? "–"
      rows.append(
        pad(row.name, 20) + lead(left ?? "–", 10) + lead(right ?? "–", 10) + lead(signed, 11) + "  " + row.unit)
    }
    if rows.isEmpty {
      lines.append("all numbers are the same")
    } else {
      lines.append(pad("", 20) + lead("A", 10) + lead("B", 10) + lead("B − A", 11))
      lines += rows
      if !same.isEmpty { lines.append("the same: " + same.joined(separator: ", ")) }
    }
    return lines
  }
}
