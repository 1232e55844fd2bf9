import ThrumAnalysis
import ThrumPattern

/// Transients as lollipops whose heads show sharpness, or as bars if dense.
extension PlotScene {
  var visibleTaps: [PatternTimeline.Tap] { timeline.taps.filter { scale.range.contains($0.time) } }

  var isDense: Bool { Double(tapPlaces) > scale.width / 3 }

  private var tapPlaces: Int { Set(visibleTaps.map { Int(saturating: (2 * scale.x($0.time)).rounded()) }).count }

  private var distinctTaps: [(tap: PatternTimeline.Tap, count: Int)] {
    struct Place: Hashable {
      let x: Int, y: Int, shade: Int
    }
    var indexes: [Place: Int] = [:]
    var taps: [(tap: PatternTimeline.Tap, count: Int)] = []
    for tap in visibleTaps {
      let place = Place(
        x: Int(saturating: (2 * scale.x(tap.time)).rounded()),
        y: Int(saturating: (2 * intensityAxis.y(tap.intensity)).rounded()),
        shade: Int(saturating: (50 * tap.sharpness).rounded()))
      if let known = indexes[place] {
        taps[known].count += 1
      } else {
        indexes[place] = taps.count
        taps.append((tap, 1))
      }
    }
    return taps
  }

  private var headRadius: Double {
    let spacing = scale.width / Double(max(1, tapPlaces))
    return min(layout.isCompact ? 4.2 : 5.2, max(2.6, spacing * 0.42))
  }

  func drawTaps() {
    let radius = headRadius
    let taps = distinctTaps
    let base = intensityAxis.y(0)
    for (tap, _) in taps {
      let x = scale.x(tap.time)
      let color = theme.sharpness(tap.sharpness)
      canvas.stroke(
        segments: [(Point(x: x, y: base), Point(x: x, y: intensityAxis.y(tap.intensity)))],
        Canvas.Pen(color: color, width: radius > 3.5 ? 2 : 1.3))
    }
    for (tap, count) in taps {
      let place = Point(x: scale.x(tap.time), y: intensityAxis.y(tap.intensity))
      drawHead(place, radius: radius, sharpness: tap.sharpness)
      guard count > 2 else { continue }
      let isRight = place.x > scale.left + scale.width - 40
      canvas.text(
        "× \(count)", Point(x: place.x + (isRight ? -radius - 3 : radius + 3), y: place.y + layout.labelSize * 0.36),
        label,
        isRight ? .right : .left)
    }
  }

  /// A disc means round, a diamond medium, a triangle crisp.
  func drawHead(_ place: Point, radius: Double, sharpness: Double) {
    let color = theme.sharpness(sharpness)
    let halo = Canvas.Pen(color: theme.panel, width: 1.6)
    guard sharpness >= 1.0 / 3 else {
      canvas.disc(place, radius: radius * 0.95, fill: color, nil)
      canvas.disc(place, radius: radius * 0.95 + 0.5, fill: nil, Canvas.Pen(color: theme.panel, width: 1))
      return
    }
    let r = radius * 1.15
    let points: [Point] =
      sharpness < 2.0 / 3
      ? [(0, -r), (r, 0), (0, r), (-r, 0)].map { Point(x: place.x + $0.0, y: place.y + $0.1) }
      : [(0, -1.35 * r), (0.95 * r, 0.7 * r), (-0.95 * r, 0.7 * r)]
        .map { Point(x: place.x + $0.0, y: place.y + $0.1) }
    canvas.stroke(points, halo, closed: true)
    canvas.fill(points, color)
  }

  /// In points.
  static var groupWidth: Double { 3 }

  struct TapGroup {
    var strongest = 0.0
    var intensitySum = 0.0
    var sharpnessSum = 0.0
    var count = 0
  }

  var tapGroups: [TapGroup?] {
    let count = max(1, Int(scale.width / PlotScene.groupWidth))
    var groups = [TapGroup?](repeating: nil, count: count)
    for tap in visibleTaps {
      let index = min(count - 1, max(0, Int((scale.x(tap.time) - scale.left) / PlotScene.groupWidth)))
      var group = groups[index] ?? TapGroup()
      group.strongest = max(group.strongest, tap.intensity)
      group.intensitySum += tap.intensity
      group.sharpnessSum += tap.sharpness
      group.count += 1
      groups[index] = group
    }
    return groups
  }

  /// Draws each group pale up to the strongest tap, and solid up to the mean.
  func drawTapGroups() {
    let base = intensityAxis.y(0)
    for (index, group) in tapGroups.enumerated() {
      guard let group else { continue }
      let left = scale.left + Double(index) * PlotScene.groupWidth
      let color = theme.sharpness(group.sharpnessSum / Double(group.count))
      let mean = intensityAxis.y(group.intensitySum / Double(group.count))
      let top = intensityAxis.y(group.strongest)
      canvas.fill(
        Box(left: left, top: top, width: PlotScene.groupWidth - 0.6, height: base - top),
        color.with(alpha: 0.4))
      canvas.fill(
        Box(left: left, top: mean, width: PlotScene.groupWidth - 0.6, height: base - mean), color)
    }
  }
}
