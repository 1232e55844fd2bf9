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
