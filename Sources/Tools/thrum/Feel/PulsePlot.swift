import ThrumAnalysis
import ThrumFeel
import ThrumPattern

/// A lane for each motor, with the felt level over time of the design, of its train, and of a motor that is on while an
/// event plays; below them, when the motor is on.
struct PulsePlot {
  let report: PulseReport
  private let theme = Theme.light

  private static let laneHeight = 130.0
  private static let strip = 14.0
  /// Range of levels, dB.
  private static let levels = -6.0...54.0
  /// Most points of a line.
  private static let mostPoints = 1_000

  init(_ report: PulseReport) { self.report = report }

  private static let names = ["the design, on a phone", "the pulses", "on while an event plays"]
  private static let colors = [Color(0x8C8C8C), Color(0x0072B2), Color(0xC65A00)]

  func bytes(_ format: Canvas.Format) throws -> [UInt8] {
    let sheet = LaneSheet(
      title: report.path, end: end, lanes: report.motors.count, laneHeight: PulsePlot.laneHeight, theme: theme)
    return try sheet.bytes(
      format, description: PulseTable(report: report).lines.dropFirst().joined(separator: "; "),
      lane: { place, box, scale, canvas in draw(report.motors[place], in: box, scale, on: canvas) },
      footer: { scale, top, canvas in drawFooter(scale, top: top, on: canvas) })
  }

  private var end: Double {
    report.motors.map { $0.levels.firstSeconds + Double($0.levels.design.count) * $0.levels.stepSeconds }.max() ?? 0
  }

  private func draw(_ motor: PulseReport.Motor, in box: Box, _ scale: TimeScale, on canvas: Canvas) {
    canvas.fill(box, theme.panel)
    let chart = Box(left: box.left, top: box.top, width: box.width, height: box.height - PulsePlot.strip)
    let axis = ValueScale(box: chart, range: PulsePlot.levels, inset: 4)
    let label = Canvas.Lettering(size: 10, color: theme.muted)
    for level in [0.0, 20, 40] {
      let y = axis.y(level)
      canvas.stroke(segments: [(Point(x: box.left, y: y), Point(x: box.right, y: y))], Canvas.Pen(color: theme.grid))
      canvas.text("\(fixed(level, 0)) dB", Point(x: box.left - 6, y: y + 3.5), label, .right)
    }
    let levels = motor.levels
    draw(
      levels.naive, levels, axis, scale, Canvas.Pen(color: PulsePlot.colors[2], width: 1.2, dash: [4, 3]), on: canvas)
    draw(levels.design, levels, axis, scale, Canvas.Pen(color: PulsePlot.colors[0], width: 4), on: canvas)
    draw(levels.train, levels, axis, scale, Canvas.Pen(color: PulsePlot.colors[1], width: 1.6), on: canvas)
    var time = 0
    for (place, length) in motor.onOff.enumerated() {
      let left = scale.x(Double(time) / 1_000)
      time += length
      guard place % 2 == 0, length > 0 else { continue }
      let width = max(0.5, scale.x(Double(time) / 1_000) - left)
      canvas.fill(
        Box(left: left, top: box.bottom - PulsePlot.strip + 2, width: width, height: PulsePlot.strip - 4),
        PulsePlot.colors[1])
    }
    let difference = "\(fixed(motor.difference.rmsDecibels, 1)) dB from the design"
    canvas.text(
      "\(motor.name): \(difference), \(fixed(motor.naiveDifference.rmsDecibels, 1)) dB if on while an event plays",
      Point(x: box.left + 6, y: box.top + 13), Canvas.Lettering(size: 11, color: theme.ink, isBold: true))
  }

  private func draw(
    _ line: [Double], _ levels: PulseReport.Levels, _ axis: ValueScale, _ scale: TimeScale, _ pen: Canvas.Pen,
    on canvas: Canvas
  ) {
    let step = max(1, line.count / PulsePlot.mostPoints)
    let points = stride(from: 0, to: line.count, by: step).compactMap { place -> Point? in
      let time = levels.firstSeconds + Double(place) * levels.stepSeconds
      return time < 0 ? nil : Point(x: scale.x(time), y: axis.y(line[place]))
    }
    canvas.stroke(points, pen)
  }

  private func drawFooter(_ scale: TimeScale, top: Double, on canvas: Canvas) {
    let label = Canvas.Lettering(size: 10, color: theme.muted)
    for tick in scale.ticks(spacing: 90) {
      canvas.text("\(tick.label) \(scale.unit)", Point(x: scale.x(tick.time), y: top + 2), label, .center)
    }
    var x = LaneSheet.left
    for (name, color) in zip(PulsePlot.names, PulsePlot.colors) {
      canvas.stroke(
        segments: [(Point(x: x, y: top + 30), Point(x: x + 18, y: top + 30))], Canvas.Pen(color: color, width: 3))
      canvas.text(name, Point(x: x + 24, y: top + 33.5), label)
      x += 24 + canvas.width(of: name, label) + 24
    }
  }
}
