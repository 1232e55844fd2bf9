import ThrumAnalysis
import ThrumDevice
import ThrumPattern

extension PlotScene {
  private var sharpnessAxis: ValueScale { ValueScale(box: layout.sharpness, range: 0...1, inset: 5) }

  static var addedHaptic: [DynamicParameterID] {
    [.hapticSharpnessControl, .hapticAttackTimeControl, .hapticDecayTimeControl, .hapticReleaseTimeControl]
  }

  func drawSharpness() {
    let axis = sharpnessAxis
    let ticks: [(Double, String)] =
      layout.isThumbnail ? [] : axis.box.height > 60 ? [(0, "0"), (0.5, "0.5"), (1, "1")] : [(0, "0"), (1, "1")]
    drawAxis(axis, "sharpness", ticks)
    drawColorBar(axis)
    canvas.clipped(to: axis.box.grown(left: 6, right: 6)) {
      drawControls(PlotScene.addedHaptic, axis, additive: axis)
      drawSharpnessLines(axis)
      drawSharpnessMarks(axis)
    }
    if timeline.moves(PlotScene.addedHaptic) { drawControlAxis(axis) }
  }

  private func drawColorBar(_ axis: ValueScale) {
    let steps = 24
    let height = (axis.y(0) - axis.y(1)) / Double(steps)
    for step in 0..<steps {
      let value = (Double(step) + 0.5) / Double(steps)
      let top = axis.y(1) + (axis.y(0) - axis.y(1)) - Double(step + 1) * height
      canvas.fill(
        Box(left: axis.box.left - 3, top: top, width: 3.5, height: height + 0.3), theme.sharpness(value))
    }
  }

  private func drawSharpnessLines(_ axis: ValueScale) {
    var budget = 200_000
    for hold in timeline.holds
    where hold.end >= scale.range.lowerBound && hold.start <= scale.range.upperBound {
      guard budget > 0 else { return }
      let start = max(hold.start, scale.range.lowerBound)
      let end = max(start, min(hold.end, scale.range.upperBound))
      let pieces = hold.hasMovingSharpness ? max(1, Int((end - start) / scale.secondsPerPoint / 2)) : 1
      budget -= pieces
      var points = (0...pieces).map { piece in
        let time = start + (end - start) * Double(piece) / Double(pieces)
        return Point(x: scale.x(time), y: axis.y(hold.sharpness(at: time)))
      }
      points[pieces].x = max(points[pieces].x, points[0].x + 2)
      let colors = Canvas.Gradient(
        left: scale.x(start), right: scale.x(end), stops: colorStops(hold, from: start, to: end))
      canvas.stroke(points, Canvas.Pen(color: theme.ink, width: 2.2, gradient: colors))
    }
  }

  private func drawSharpnessMarks(_ axis: ValueScale) {
    guard isDense else {
      for tap in visibleTaps {
        drawHead(
          Point(x: scale.x(tap.time), y: axis.y(tap.sharpness)), radius: layout.isCompact ? 2.6 : 3.1,
          sharpness: tap.sharpness)
      }
      return
    }
    // Translucent dots show clusters. If there are very many, an evenly spaced subset is enough.
    let taps = visibleTaps
    for index in stride(from: 0, to: taps.count, by: max(1, taps.count / 20_000)) {
      let tap = taps[index]
      canvas.fill(
        Box(left: scale.x(tap.time) - 0.75, top: axis.y(tap.sharpness) - 0.75, width: 1.5, height: 1.5),
        theme.sharpness(tap.sharpness).with(alpha: 0.7))
    }
  }
}
