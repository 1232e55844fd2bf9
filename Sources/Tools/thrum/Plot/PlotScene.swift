import ThrumAnalysis
import ThrumEngine
import ThrumPattern

struct PlotScene {
  struct Wave {
    /// `nil` if it was not rendered.
    var summary: SignalSummary?
    /// Maximum magnitude across all plots.
    var peak: Double
    /// For example, “acceleration”.
    var name: String
    var unit: String
    var caption: String
  }

  let canvas: Canvas
  let theme: Theme
  let layout: PlotLayout
  let scale: TimeScale
  let timeline: PatternTimeline
  let title: String
  let subtitle: String
  let facts: String
  var wave: Wave

  func draw() {
    canvas.fill(Box(left: 0, top: 0, width: canvas.width, height: canvas.height), theme.ground)
    drawHeader()
    drawPanels()
    drawIntensity()
    drawSharpness()
    if let box = layout.audio { drawAudio(in: box) }
    drawWave()
    drawTimeAxis()
    if !layout.isThumbnail { drawLegend() }
  }

  var description: String {
    let peak = wave.summary.map { "\(wave.name) with a peak of \(fixed($0.peak, 2)) \(wave.unit), \(wave.caption)" }
    return [facts, peak, subtitle.isEmpty ? nil : subtitle].compactMap { $0 }.joined(separator: "; ")
  }

  var label: Canvas.Lettering { Canvas.Lettering(size: layout.labelSize, color: theme.muted) }

  private func drawHeader() {
    let bold = Canvas.Lettering(size: layout.titleSize, color: theme.ink, isBold: true)
    let plain = Canvas.Lettering(size: layout.textSize, color: theme.muted)
    let right = canvas.width - layout.margin
    let room = right - layout.margin
    let facts = canvas.elided(facts, plain, to: room * 0.5)
    let factsWidth = canvas.width(of: facts, plain)
    let first = layout.isCompact ? 17.0 : 24
    canvas.text(facts, Point(x: right, y: first), plain, .right)
    canvas.text(
      canvas.elided(title, bold, to: room - factsWidth - 16), Point(x: layout.margin, y: first), bold)
    guard !layout.isThumbnail else { return }
    let second = first + (layout.isCompact ? 14 : 19)
    canvas.text(canvas.elided(subtitle, plain, to: room), Point(x: layout.margin, y: second), plain)
  }

  private func drawPanels() {
    let ticks = scale.ticks(spacing: layout.isCompact ? 64 : 84)
    for box in layout.panels {
      canvas.fill(box, theme.panel)
      let lines = ticks.map {
        (Point(x: crisp($0.time), y: box.top), Point(x: crisp($0.time), y: box.bottom))
      }
      canvas.stroke(segments: lines, Canvas.Pen(color: theme.grid))
      canvas.stroke(
        segments: [(Point(x: box.left, y: box.bottom + 0.5), Point(x: box.right, y: box.bottom + 0.5))],
        Canvas.Pen(color: theme.frame))
    }
  }

  private func crisp(_ time: Double) -> Double { scale.x(time).rounded(.down) + 0.5 }

  private func drawTimeAxis() {
    var free = -Double.infinity
    for tick in scale.ticks(spacing: layout.isCompact ? 64 : 84) {
      let text = "\(tick.label) \(scale.unit)"
      let half = canvas.width(of: text, label) / 2
      let x = min(scale.x(tick.time), canvas.width - 2 - half)
      guard x - half > free + 6 else { continue }
      canvas.text(text, Point(x: x, y: layout.timeLabels), label, .center)
      free = x + half
    }
  }
}
