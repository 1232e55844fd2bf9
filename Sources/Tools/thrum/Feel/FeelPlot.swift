import CCairo
import ThrumAnalysis
import ThrumFeel
import ThrumPattern

/// A lane for each motor, with the level of each event in dB above the threshold of touch.
struct FeelPlot {
  private let report: FeelReport
  private let events: [Event]
  private let theme = Theme.light

  private static let laneHeight = 110.0
  /// Range of levels, dB.
  private static let levels = -18.0...48.0

  init(_ report: FeelReport, _ group: PatternGroup) {
    self.report = report
    events = group.events
  }

  func bytes(_ format: Canvas.Format) throws -> [UInt8] {
    let sheet = LaneSheet(
      title: report.path, end: end, lanes: report.motors.count, laneHeight: FeelPlot.laneHeight, theme: theme)
    return try sheet.bytes(
      format, description: description,
      lane: { place, box, scale, canvas in draw(report.motors[place], in: box, scale, on: canvas) },
      footer: { scale, top, canvas in drawFooter(scale, top: top, on: canvas) })
  }

  private var end: Double {
    (report.motors.first?.events ?? []).map { $0.time + length(of: $0) }.max().map { $0 * 1.02 + 0.01 } ?? 0
  }

  private func length(of event: FeltEvent) -> Double { min(30, events[event.index].sustainSeconds ?? 0) }

  private var description: String {
    report.motors.map { motor in
      let lost = motor.events.count(where: \.isFinding)
      return "\(motor.name): \(motor.events.count - lost) of \(motor.events.count) events are felt"
    }.joined(separator: "; ")
  }

  private func draw(_ motor: FeelReport.Motor, in box: Box, _ scale: TimeScale, on canvas: Canvas) {
    let axis = ValueScale(box: box, range: FeelPlot.levels, inset: 4)
    canvas.fill(box, theme.panel)
    for (level, pen) in [
      (0.0, Canvas.Pen(color: theme.muted, width: 1.4)), (20, Canvas.Pen(color: theme.grid)),
      (40, Canvas.Pen(color: theme.grid)), (FeelVerdict.clearLevel, Canvas.Pen(color: theme.muted, dash: [3, 3])),
      (FeelVerdict.feltLevel, Canvas.Pen(color: theme.muted, dash: [3, 3])),
    ] {
      canvas.stroke(
        segments: [(Point(x: box.left, y: axis.y(level)), Point(x: box.right, y: axis.y(level)))], pen)
    }
    let label = Canvas.Lettering(size: 10, color: theme.muted)
    for level in [0.0, 20, 40] {
      canvas.text("\(fixed(level, 0)) dB", Point(x: box.left - 6, y: axis.y(level) + 3.5), label, .right)
    }
    for event in motor.events where length(of: event) > 0 { drawHold(event, axis, scale, on: canvas) }
    for event in motor.events { drawHead(event, axis, scale, on: canvas) }
    canvas.text(
      motor.name, Point(x: box.left + 6, y: box.top + 13), Canvas.Lettering(size: 11, color: theme.ink, isBold: true))
  }

  private func drawHold(_ event: FeltEvent, _ axis: ValueScale, _ scale: TimeScale, on canvas: Canvas) {
    let left = scale.x(event.time)
    let (top, bottom) = (axis.y(event.decibelsOverThreshold), axis.box.bottom)
    let width = max(1.5, scale.x(event.time + length(of: event)) - left)
    canvas.fill(
      Box(left: left, top: top, width: width, height: bottom - top), color(event.verdict).with(alpha: 0.3))
  }

  private func drawHead(_ event: FeltEvent, _ axis: ValueScale, _ scale: TimeScale, on canvas: Canvas) {
    let place = Point(x: scale.x(event.time), y: axis.y(event.decibelsOverThreshold))
    canvas.stroke(
      segments: [(Point(x: place.x, y: axis.box.bottom), place)],
      Canvas.Pen(color: color(event.verdict), width: 1.6))
    drawMark(event.verdict, isFinding: event.isFinding, place, on: canvas)
  }

  /// A disc means felt, a ring a note, a cross a finding.
  private func drawMark(_ verdict: FeelVerdict, isFinding: Bool, _ place: Point, on canvas: Canvas) {
    let pen = Canvas.Pen(color: color(verdict), width: 2)
    if verdict == .felt {
      canvas.disc(place, radius: 4, fill: color(verdict), nil)
    } else if !isFinding {
      canvas.disc(place, radius: 4, fill: theme.panel, pen)
    } else {
      let r = 4.0
      canvas.stroke(
        segments: [
          (Point(x: place.x - r, y: place.y - r), Point(x: place.x + r, y: place.y + r)),
          (Point(x: place.x - r, y: place.y + r), Point(x: place.x + r, y: place.y - r)),
        ], pen)
    }
  }

  /// Darker variants of Okabe and Ito's palette for colour-blind viewers.
  private func color(_ verdict: FeelVerdict) -> Color {
    switch verdict {
    case .felt: Color(0x0072B2)
    case .faint: Color(0x3A8FB7)
    case .uncertain: Color(0x6B6B6B)
    case .smeared: Color(0x8A6D00)
    case .orderChanged: Color(0x9B4F96)
    case .fused: Color(0x00785A)
    case .swallowed: Color(0x7A3E9D)
    case .tooShort: Color(0xB85C00)
    case .notFelt: Color(0xC8102E)
    case .silent: Color(0x8C8C8C)
    }
  }

  private func drawFooter(_ scale: TimeScale, top: Double, on canvas: Canvas) {
    let label = Canvas.Lettering(size: 10, color: theme.muted)
    for tick in scale.ticks(spacing: 90) {
      canvas.text("\(tick.label) \(scale.unit)", Point(x: scale.x(tick.time), y: top + 2), label, .center)
    }
    let events = report.motors.flatMap(\.events)
    let used = Set(events.map(\.verdict))
    let findings = Set(events.filter(\.isFinding).map(\.verdict))
    var x = LaneSheet.left
    for verdict in FeelVerdict.allCases.reversed() where used.contains(verdict) {
      drawMark(verdict, isFinding: findings.contains(verdict), Point(x: x + 4, y: top + 30), on: canvas)
      canvas.text(verdict.words, Point(x: x + 13, y: top + 33.5), label)
      x += 13 + canvas.width(of: verdict.words, label) + 20
    }
  }
}

/// A picture with a title, a lane for each motor and a footer, on one scale of time.
struct LaneSheet {
  /// Title, usually a path.
  let title: String
  /// End of the time scale, s.
  let end: Double
  let lanes: Int
  let laneHeight: Double
  let theme: Theme

  static let left = 64.0
  private static let width = 1_000.0, right = 16.0, header = 40.0, footer = 56.0, gap = 14.0

  /// - Parameters:
  ///   - lane: draws the lane with this number in a box.
  ///   - footer: draws what is below the lanes, from a height on.
  func bytes(
    _ format: Canvas.Format, description: String, lane: (Int, Box, TimeScale, Canvas) -> Void,
    footer: (TimeScale, Double, Canvas) -> Void
  ) throws -> [UInt8] {
    if let problem = thrum_cairo_load() { throw Failure(.noDevice, "cannot draw: \(String(cString: problem))") }
    let height = LaneSheet.header + Double(lanes) * (laneHeight + LaneSheet.gap) + LaneSheet.footer
    guard let canvas = Canvas(format, width: Int(LaneSheet.width), height: Int(height)) else {
      throw Failure(.inputOutput, "cairo cannot draw a picture of this size")
    }
    canvas.fill(Box(left: 0, top: 0, width: canvas.width, height: height), theme.ground)
    let bold = Canvas.Lettering(size: 15, color: theme.ink, isBold: true)
    let shown = canvas.elided(title, bold, to: LaneSheet.width - 2 * LaneSheet.right)
    canvas.text(shown, Point(x: LaneSheet.right, y: 24), bold)
    let width = LaneSheet.width - LaneSheet.left - LaneSheet.right
    let scale = TimeScale(range: 0...max(0.05, end), left: LaneSheet.left + 8, width: width - 16)
    for place in 0..<lanes {
      let top = LaneSheet.header + Double(place) * (laneHeight + LaneSheet.gap)
      lane(place, Box(left: LaneSheet.left, top: top, width: width, height: laneHeight), scale, canvas)
    }
    footer(scale, height - LaneSheet.footer, canvas)
    canvas.describe(title, description)
    switch canvas.finish() {
    case .success(let bytes): return bytes
    case .failure(let error): throw Failure(.inputOutput, "cairo cannot draw: \(error.cause)")
    }
  }
}

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
