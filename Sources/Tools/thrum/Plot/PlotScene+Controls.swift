import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumPattern

extension PlotScene {
  /// Draws multiplicative controls against `axis` and additive ones against −1…1 on `additive`.
  func drawControls(_ ids: [DynamicParameterID], _ axis: ValueScale, additive: ValueScale?) {
    for layer in timeline.layers {
      for control in ids {
        guard let track = layer.controls[control] else { continue }
        let used =
          control.multiplies
          ? axis : ValueScale(box: (additive ?? axis).box, range: -1...1, inset: (additive ?? axis).inset)
        drawPath(track, used, dash: PlotScene.dash(of: control))
        drawMarks(of: control, in: layer.pattern, used)
      }
    }
  }

  static func dash(of control: DynamicParameterID) -> [Double] {
    switch control {
    case .hapticIntensityControl, .hapticSharpnessControl, .audioVolumeControl: []
    case .hapticAttackTimeControl, .audioAttackTimeControl, .audioPitchControl: [6, 3]
    case .hapticDecayTimeControl, .audioDecayTimeControl, .audioBrightnessControl: [2, 2]
    case .hapticReleaseTimeControl, .audioReleaseTimeControl, .audioPanControl: [7, 2, 2, 2]
    }
  }

  private func drawPath(_ track: ControlTrack, _ axis: ValueScale, dash: [Double]) {
    let begin = max(track.start ?? 0, scale.range.lowerBound)
    let end = min(timeline.end, scale.range.upperBound)
    guard end > begin else { return }
    var points: [Point] = []
    func add(_ time: Double, _ value: Double) { points.append(Point(x: scale.x(time), y: axis.y(value))) }
    add(begin, track.value(at: begin))
    let most = Int(2 * scale.width)
    let corners = track.corners(in: begin...end, limit: most)
    if corners.count < most {
      for corner in corners where corner > begin {
        add(corner, track.value(at: corner.nextDown))
        add(corner, track.value(at: corner))
      }
    } else {
      // With more corners than pixels, sample at each point.
      for time in stride(from: begin, to: end, by: scale.secondsPerPoint) { add(time, track.value(at: time)) }
    }
    add(end, track.value(at: end))
    canvas.stroke(
      points,
      Canvas.Pen(
        color: theme.control.with(alpha: Double(points.count) < scale.width / 7 ? 0.75 : 0.4), width: 1.1,
        dash: dash))
  }

  /// Squares are control points, triangles dynamic parameters. A kind with too many marks is left out.
  private func drawMarks(of control: DynamicParameterID, in pattern: Pattern, _ axis: ValueScale) {
    var points: [Point] = []
    var jumps: [Point] = []
    func place(_ time: Double, _ value: Double) -> Point? {
      guard time.isFinite, value.isFinite, scale.range.contains(time) else { return nil }
      return Point(x: scale.x(time), y: axis.y(value))
    }
    for entry in pattern.entries {
      switch entry {
      case .parameter(let parameter) where parameter.id == control:
        if let place = place(parameter.time, parameter.value) { jumps.append(place) }
      case .curve(let curve) where curve.id == control:
        points += curve.points.compactMap { place(curve.time + $0.time, $0.value) }
      default: continue
      }
    }
    if Double(points.count) < scale.width / 7 { points.forEach(drawControlPoint) }
    if Double(jumps.count) < scale.width / 5 { jumps.forEach(drawJump) }
  }

  func drawControlPoint(_ place: Point) {
    let r = layout.isCompact ? 2.0 : 2.4
    let square = [(-r, -r), (r, -r), (r, r), (-r, r)].map { Point(x: place.x + $0.0, y: place.y + $0.1) }
    canvas.fill(square, theme.panel)
    canvas.stroke(square, Canvas.Pen(color: theme.control, width: 1.1), closed: true)
  }

  func drawJump(_ place: Point) {
    let r = layout.isCompact ? 3.6 : 4.4
    let triangle = [(-r, -r), (r, 0.0), (-r, r)].map { Point(x: place.x + $0.0, y: place.y + $0.1) }
    canvas.stroke(triangle, Canvas.Pen(color: theme.panel, width: 2), closed: true)
    canvas.fill(triangle, theme.control)
  }
}

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
