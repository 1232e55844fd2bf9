import ThrumAnalysis
import ThrumPattern

/// A timeline as text: height is intensity, digits are sharpness, marks are transients.
struct TextPlot {
  struct Style {
    /// Width including labels.
    var columns = 80
    var isASCII = false
    var hasColor = false
  }

  struct Cell {
    /// Level of the strongest continuous event.
    var level = 0.0
    var sharpness: Double?
    var tap: (intensity: Double, sharpness: Double)?
  }

  private let style: Style
  private let cells: [Cell]
  private let range: ClosedRange<Double>
  private static let rows = 5
  private static let margin = 11

  /// Draws only the first 20 000 continuous events, to limit the cost.
  init(_ timeline: PatternTimeline, style: Style) {
    self.style = style
    let columns = max(10, min(100, style.columns) - TextPlot.margin)
    let range = timeline.naturalRange
    self.range = range
    var cells = [Cell](repeating: Cell(), count: columns)
    let width = (range.upperBound - range.lowerBound) / Double(columns)
    for hold in timeline.holds.prefix(20_000) { cells.add(hold, width: width) }
    for tap in timeline.taps {
      let index = min(columns - 1, max(0, Int(tap.time / width)))
      if tap.intensity >= cells[index].tap?.intensity ?? 0 {
        cells[index].tap = (tap.intensity, tap.sharpness)
      }
    }
    self.cells = cells
  }

  var lines: [String] {
    var lines: [String] = []
    for row in (0..<TextPlot.rows).reversed() {
      let name = row == TextPlot.rows - 1 ? "intensity 1" : row == 0 ? "0" : ""
      lines.append(
        lead(name, TextPlot.margin) + bar + joined { cell in intensityCharacter(cell, row: row) })
    }
    if cells.contains(where: { $0.tap != nil }) {
      lines.append(lead("taps", TextPlot.margin) + bar + joined { tapCharacter($0) })
    }
    lines.append(lead("sharpness", TextPlot.margin) + bar + joined { sharpnessCharacter($0) })
    lines.append(axis)
    return lines.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private var bar: String { style.isASCII ? "|" : "│" }

  private func joined(_ character: (Cell) -> (Character, Double?)) -> String {
    var line = ""
    for cell in cells {
      let (character, sharpness) = character(cell)
      guard style.hasColor, let sharpness, character != " " else {
        line.append(character)
        continue
      }
      line += "\u{1B}[38;5;\(Theme.dark.sharpness(sharpness).terminalIndex)m\(character)\u{1B}[0m"
    }
    return line
  }

  /// A thin line shows a transient stronger than its continuous event.
  private func intensityCharacter(_ cell: Cell, row: Int) -> (Character, Double?) {
    let steps = style.isASCII ? 2.0 : 8
    let filled = cell.level * Double(TextPlot.rows) - Double(row)
    let level = Int(saturating: (min(1, max(0, filled)) * steps).rounded())
    let tap = (cell.tap?.intensity ?? 0) * Double(TextPlot.rows) - Double(row)
    if level == 0 || tap > filled + 0.5 && filled < 1, tap > 0.25, let sharpness = cell.tap?.sharpness {
      return (style.isASCII ? "|" : tap > 0.6 ? "┃" : "╻", sharpness)
    }
    let blocks: [Character] =
      style.isASCII ? [" ", ".", "#"] : [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return (blocks[min(blocks.count - 1, level)], cell.sharpness)
  }

  /// Uses the shapes that pictures use for round, medium and crisp taps.
  private func tapCharacter(_ cell: Cell) -> (Character, Double?) {
    guard let tap = cell.tap else { return (" ", nil) }
    let heads: [Character] = style.isASCII ? ["o", "+", "^"] : ["●", "◆", "▲"]
    return (heads[min(2, max(0, Int(tap.sharpness * 3)))], tap.sharpness)
  }

  /// Sharpness in tenths. Continuous events take precedence over transients.
  private func sharpnessCharacter(_ cell: Cell) -> (Character, Double?) {
    guard let sharpness = cell.sharpness ?? cell.tap?.sharpness else { return (" ", nil) }
    let digits: [Character] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
    return (digits[min(9, max(0, Int(sharpness * 10)))], sharpness)
  }

  private var axis: String {
    let scale = TimeScale(range: range, left: 0, width: Double(cells.count))
    var line = String(repeating: " ", count: TextPlot.margin + 1)
    for tick in scale.ticks(spacing: 16) {
      let text = "\(tick.label) \(scale.unit)"
      let place = TextPlot.margin + 1 + Int(saturating: scale.x(tick.time).rounded())
      guard place >= line.count, place + text.count <= TextPlot.margin + 1 + cells.count else { continue }
      line = pad(line, place) + text + " "
    }
    return line
  }
}

extension [TextPlot.Cell] {
  fileprivate mutating func add(_ hold: PatternTimeline.Hold, width: Double) {
    let first = Swift.min(count - 1, Swift.max(0, Int(hold.start / width)))
    let last = Swift.min(count - 1, Swift.max(first, Int(hold.end / width)))
    for index in first...last {
      for part in [0.15, 0.5, 0.85] {
        let time = Swift.min(hold.end, Swift.max(hold.start, (Double(index) + part) * width))
        let level = hold.intensity(at: time)
        guard level > self[index].level else { continue }
        self[index].level = level
        self[index].sharpness = hold.sharpness(at: time)
      }
    }
  }
}
