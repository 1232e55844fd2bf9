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

struct PlotLayout {
  let isCompact: Bool
  /// A thumbnail has no legend, subtitle or captions.
  let isThumbnail: Bool
  let intensity: Box
  let sharpness: Box
  let audio: Box?
  /// Lower part of the audio panel, for controls.
  let audioControls: Box?
  let wave: Box
  /// Baseline of the waveform's caption, above the panel so that it covers no peak.
  var caption: Double { wave.top - 4 }
  let timeLabels: Double
  /// Vertical centre.
  let legend: Double
  let margin: Double
  let inset: Double

  var titleSize: Double { isCompact ? 13 : 16 }
  var textSize: Double { isCompact ? 9.5 : 11 }
  var labelSize: Double { isCompact ? 9 : 10 }

  var panels: [Box] { [intensity, sharpness] + (audio.map { [$0] } ?? []) + [wave] }

  /// The optional parts of a picture. Compared pictures share them.
  struct Needs {
    var audioRows = 0
    var hasAudioControls = false
    /// Whether there is an axis for additive controls.
    var hasRightAxis = false

    func joined(_ other: Needs) -> Needs {
      Needs(
        audioRows: max(audioRows, other.audioRows), hasAudioControls: hasAudioControls || other.hasAudioControls,
        hasRightAxis: hasRightAxis || other.hasRightAxis)
    }
  }

  init(width: Double, height: Double, _ needs: Needs) {
    let (audioRows, hasAudioControls, hasRightAxis) = (needs.audioRows, needs.hasAudioControls, needs.hasRightAxis)
    let small = height < 380 || width < 760
    let tiny = height < 260 || width < 480
    isCompact = small
    isThumbnail = tiny
    margin = small ? 10 : 16
    inset = small ? 7 : 10
    let header = tiny ? 24.0 : small ? 40 : 56
    let footer = tiny ? 16.0 : small ? 36 : 50
    let gap = tiny ? 4.0 : small ? 7 : 10
    let left = tiny ? 32.0 : small ? 44 : 56
    let right = hasRightAxis ? (small ? 26.0 : 32) : (small ? 12 : 18)
    let captionHeight = tiny ? 0.0 : small ? 8 : 9
    let room = max(40, height - header - footer - captionHeight - gap * (audioRows > 0 ? 3 : 2))
    let soundHeight = audioRows > 0 ? min(room * 0.25, Double(audioRows) * (small ? 15 : 22) + 6) : 0
    let controlHeight = audioRows > 0 && hasAudioControls ? min(room * 0.12, small ? 24 : 36) : 0
    let audioHeight = soundHeight + controlHeight
    let rest = room - audioHeight
    let panelWidth = max(40, width - left - right)
    var top = header
    func next(_ height: Double) -> Box {
      defer { top += height + gap }
      return Box(
        left: left, top: top.rounded(), width: panelWidth.rounded(),
        height: (top + height).rounded() - top.rounded())
    }
    intensity = next(rest * 0.46)
    sharpness = next(rest * 0.19)
    let whole = audioHeight > 0 ? next(audioHeight) : nil
    audio = whole
    audioControls =
      controlHeight > 0
      ? whole.map {
        Box(left: $0.left, top: $0.bottom - controlHeight, width: $0.width, height: controlHeight)
      } : nil
    top += captionHeight
    wave = next(rest * 0.35)
    timeLabels = wave.bottom + (small ? 11 : 15)
    legend = height - (small ? 10 : 15)
  }
}
