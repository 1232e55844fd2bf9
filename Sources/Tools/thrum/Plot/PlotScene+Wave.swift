import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumPattern

/// The rendered signal: minimum, maximum and RMS of each column.
extension PlotScene {
  func drawWave() {
    let box = layout.wave
    let reach = wave.peak > 1e-6 ? wave.peak * 1.12 : 1
    let axis = ValueScale(box: box, range: -reach...reach)
    let wanted = box.height > 90 ? 6 : 4
    let few = NiceTicks(-reach...reach, about: wanted)
    let ticks = few.values.count < 3 ? NiceTicks(-reach...reach, about: wanted + 2) : few
    let labels = ticks.values.map { ($0, abs($0) < 1e-12 ? "0" : fixed($0, ticks.decimals)) }
    let room = layout.isThumbnail ? [labels.first, labels.last].compactMap { $0 } : labels
    drawAxis(axis, "\(wave.name), \(wave.unit)", wave.summary == nil ? [] : room)
    if let summary = wave.summary {
      canvas.clipped(to: box) {
        drawColumns(summary, axis)
        drawPower(summary, axis)
      }
      let peak = "\(wave.caption) · peak \(fixed(summary.peak, 2)) \(wave.unit)"
      let felt = summary.touchLevelDecibels.map(RenderedLevels.inWords)
      drawCaption([peak, felt].compactMap { $0 }.joined(separator: " · "))
    } else {
      drawCaption("not rendered: longer than \(Int(SignalSummary.limitSeconds / 60)) minutes")
    }
  }

  private func drawCaption(_ text: String) {
    guard !layout.isThumbnail else { return }
    let type = Canvas.Lettering(size: layout.labelSize, color: theme.muted)
    canvas.text(text, Point(x: layout.wave.right - 5, y: layout.caption), type, .right)
  }

  private func drawColumns(_ summary: SignalSummary, _ axis: ValueScale) {
    var high: [Point] = []
    var low: [Point] = []
    let width = scale.width / Double(summary.columns.count)
    var last: (low: Float, high: Float)?
    for (index, column) in summary.columns.enumerated() where column.count > 0 {
      let x = scale.left + (Double(index) + 0.5) * width
      // Extend each column to its neighbour, so that steep slopes stay connected.
      let top = max(column.high, last?.low ?? column.high)
      let bottom = min(column.low, last?.high ?? column.low)
      high.append(Point(x: x, y: axis.y(Double(top))))
      low.append(Point(x: x, y: axis.y(Double(bottom))))
      last = (column.low, column.high)
    }
    guard !high.isEmpty else { return }
    let isLine = !hasPower(summary)
    canvas.fill(high + low.reversed(), theme.wave.with(alpha: isLine ? 0.8 : 0.42))
    canvas.stroke(
      high, Canvas.Pen(color: theme.wave.with(alpha: isLine ? 1 : 0.55), width: isLine ? 1.3 : 0.8))
    if !isLine { canvas.stroke(low, Canvas.Pen(color: theme.wave.with(alpha: 0.55), width: 0.8)) }
  }

  /// Draws the RMS as a darker core, over at least 10 ms to smooth out single cycles.
  private func drawPower(_ summary: SignalSummary, _ axis: ValueScale) {
    guard hasPower(summary) else { return }
    let columns = summary.columns
    let span = scale.range.upperBound - scale.range.lowerBound
    let reach = max(0, Int(saturating: (0.005 / (span / Double(columns.count))).rounded(.up)))
    let width = scale.width / Double(columns.count)
    var top: [Point] = []
    var bottom: [Point] = []
    for index in columns.indices where columns[index].count > 0 {
      let window = columns[max(0, index - reach)...min(columns.count - 1, index + reach)]
      let energy = window.reduce(0) { $0 + $1.energy }
      let rms = (energy / Double(max(1, window.reduce(0) { $0 + $1.count }))).squareRoot()
      let x = scale.left + (Double(index) + 0.5) * width
      top.append(Point(x: x, y: axis.y(rms)))
      bottom.append(Point(x: x, y: axis.y(-rms)))
    }
    canvas.fill(top + bottom.reversed(), theme.wave.with(alpha: 0.75))
  }

  /// At high zoom, the RMS would hide single cycles.
  func hasPower(_ summary: SignalSummary) -> Bool { scale.secondsPerPoint > 0.002 && summary.peak > 1e-6 }
}

/// The audio panel: bars with the volume as their height, in rows where sounds overlap.
extension PlotScene {
  /// Further overlapping sounds share the last row.
  static var mostAudioRows: Int { 3 }

  static func audioRows(_ sounds: [PatternTimeline.AudioSpan]) -> [Int] {
    var ends: [Double] = []
    return sounds.map { sound in
      if let row = ends.firstIndex(where: { $0 <= sound.start }) {
        ends[row] = sound.end
        return row
      }
      guard ends.count < mostAudioRows else {
        ends[mostAudioRows - 1] = max(ends[mostAudioRows - 1], sound.end)
        return mostAudioRows - 1
      }
      ends.append(sound.end)
      return ends.count - 1
    }
  }

  static var addedAudio: [DynamicParameterID] {
    [
      .audioPitchControl, .audioPanControl, .audioBrightnessControl, .audioAttackTimeControl, .audioDecayTimeControl,
      .audioReleaseTimeControl,
    ]
  }

  func drawAudio(in box: Box) {
    drawName("audio", box)
    let rows = PlotScene.audioRows(timeline.sounds)
    let count = (rows.max() ?? 0) + 1
    let rowsHeight = box.height - (layout.audioControls?.height ?? 0)
    let height = (rowsHeight - 4) / Double(count)
    canvas.clipped(to: box.grown(left: 1, right: 1)) {
      // Draws from last to first, since a name is cut off where the next sound in its row starts.
      var limits = [Double](repeating: box.right, count: count)
      for (sound, row) in zip(timeline.sounds, rows).prefix(4000).reversed() {
        guard sound.end >= scale.range.lowerBound, sound.start <= scale.range.upperBound else { continue }
        draw(sound, bottom: box.top + 2 + height * Double(row + 1), height: height - 2, to: limits[row])
        limits[row] = scale.x(sound.start)
      }
      var upper = box
      upper.height = rowsHeight
      drawControls([.audioVolumeControl], ValueScale(box: upper, range: 0...1, inset: 2), additive: nil)
    }
    if let lower = layout.audioControls { drawAddedControls(in: lower) }
  }

  private func drawAddedControls(in box: Box) {
    let axis = ValueScale(box: box, range: -1...1, inset: 4)
    canvas.stroke(
      segments: [(Point(x: box.left, y: box.top + 0.5), Point(x: box.right, y: box.top + 0.5))],
      Canvas.Pen(color: theme.grid))
    canvas.clipped(to: box) { drawControls(PlotScene.addedAudio, axis, additive: axis) }
    drawControlAxis(axis)
  }

  private func draw(_ sound: PatternTimeline.AudioSpan, bottom: Double, height: Double, to limit: Double) {
    let start = max(sound.start, scale.range.lowerBound)
    let end = max(start, min(sound.end, scale.range.upperBound))
    let count = max(12, min(1000, Int((end - start) / scale.secondsPerPoint)))
    let top = (0...count).map { index in
      let time = start + (end - start) * Double(index) / Double(count)
      return Point(x: scale.x(time), y: bottom - sound.volume(at: time) * height)
    }
    let shape = [Point(x: scale.x(start), y: bottom)] + top + [Point(x: scale.x(end), y: bottom)]
    canvas.fill(shape, theme.audio.with(alpha: sound.isMissing ? 0.08 : 0.3))
    canvas.stroke(
      shape, Canvas.Pen(color: theme.audio, width: 1.2, dash: sound.isMissing ? [3, 3] : []), closed: true)
    let type = Canvas.Lettering(size: layout.labelSize, color: theme.ink)
    let text = canvas.elided(
      sound.isMissing ? "\(sound.name) (missing)" : sound.name, type, to: limit - scale.x(start) - 8)
    canvas.text(text, Point(x: scale.x(start) + 5, y: bottom - height / 2 + layout.labelSize * 0.36), type)
  }
}
