import ThrumAnalysis
import ThrumDevice
import ThrumPattern

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
