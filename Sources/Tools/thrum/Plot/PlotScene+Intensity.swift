import ThrumAnalysis
import ThrumDevice
import ThrumPattern

extension PlotScene {
  /// Leaves room above 1 for the heads of strong taps.
  var intensityAxis: ValueScale { ValueScale(box: layout.intensity, range: 0...1.1) }

  func drawIntensity() {
    let ticks =
      layout.intensity.height > 130
      ? [(0.0, "0"), (0.25, "0.25"), (0.5, "0.5"), (0.75, "0.75"), (1, "1")]
      : [(0.0, "0"), (0.5, "0.5"), (1, "1")]
    drawAxis(intensityAxis, "intensity", ticks)
    canvas.clipped(to: layout.intensity.grown(left: 6, right: 6)) {
      if showsLoudestOnly { drawLoudest() } else { drawHolds() }
      drawControls([.hapticIntensityControl], intensityAxis, additive: nil)
      if isDense { drawTapGroups() } else { drawTaps() }
    }
  }

  /// Maximum number of outline points. Beyond it, only the strongest event per column is drawn.
  private static var mostSamples: Int { 150_000 }

  var showsLoudestOnly: Bool { sampleCount > PlotScene.mostSamples }

  private var visibleHolds: [PatternTimeline.Hold] {
    timeline.holds.filter { $0.end >= scale.range.lowerBound && $0.start <= scale.range.upperBound }
  }

  private var sampleCount: Int {
    visibleHolds.reduce(0) { $0 + samples(from: $1.start, to: $1.end) }
  }

  private func samples(from start: Double, to end: Double) -> Int {
    let visible = min(end, scale.range.upperBound) - max(start, scale.range.lowerBound)
    return max(8, Int(min(8000, max(0, visible) / scale.secondsPerPoint)))
  }

  /// Draws long events first, so that short ones are on top.
  private func drawHolds() {
    for hold in visibleHolds.sorted(by: { $0.end - $0.start > $1.end - $1.start }) { draw(hold) }
  }

  private func draw(_ hold: PatternTimeline.Hold) {
    let start = max(hold.start, scale.range.lowerBound)
    let end = max(start, min(hold.end, scale.range.upperBound))
    let count = samples(from: start, to: end)
    let base = intensityAxis.y(0)
    let outline = (0...count).map { index in
      let time = start + (end - start) * Double(index) / Double(count)
      return Point(x: scale.x(time), y: intensityAxis.y(hold.intensity(at: time)))
    }
    let shape = widened([Point(x: scale.x(start), y: base)] + outline + [Point(x: scale.x(end), y: base)])
    let colors = Canvas.Gradient(
      left: scale.x(start), right: scale.x(end), stops: colorStops(hold, from: start, to: end))
    let isNarrow = scale.x(end) - scale.x(start) < 8
    canvas.fill(shape, colors.with(alpha: isNarrow ? 0.6 : theme.isDark ? 0.42 : 0.34))
    if !isNarrow { canvas.clipped(to: shape) { hatch(hold, from: start, to: end, colors) } }
    canvas.stroke(shape, Canvas.Pen(color: theme.ink, width: 1.3, gradient: colors))
  }

  private func widened(_ shape: [Point]) -> [Point] {
    guard let first = shape.first, let last = shape.last, last.x - first.x < 1.5 else { return shape }
    let top = shape.reduce(first.y) { min($0, $1.y) }
    return [
      Point(x: first.x, y: first.y), Point(x: first.x, y: top), Point(x: first.x + 1.5, y: top),
      Point(x: first.x + 1.5, y: first.y),
    ]
  }

  func colorStops(_ hold: PatternTimeline.Hold, from start: Double, to end: Double) -> [(Double, Color)] {
    guard hold.hasMovingSharpness, end > start else { return [(0, hold.color(theme, at: start))] }
    // More stops than places would only make thousands of short events a large picture.
    let count = min(32, max(2, Int(saturating: (end - start) / scale.secondsPerPoint / 4)))
    return (0...count).map { index in
      let part = Double(index) / Double(count)
      return (part, hold.color(theme, at: start + (end - start) * part))
    }
  }

  /// Shows sharpness without colour: denser slanted lines for crisper events.
  private func hatch(_ hold: PatternTimeline.Hold, from start: Double, to end: Double, _ colors: Canvas.Gradient) {
    let base = intensityAxis.y(0)
    let top = intensityAxis.y(1)
    let lean = (base - top) * 0.35
    var lines: [(Point, Point)] = []
    var x = scale.x(start) - lean
    let last = scale.x(end)
    while x < last, lines.count < 4000 {
      let sharpness = hold.sharpness(at: scale.time(max(x + lean / 2, scale.x(start))))
      lines.append((Point(x: x, y: base), Point(x: x + lean, y: top)))
      x += PlotScene.hatchSpacing(sharpness)
    }
    let pale = colors.with(alpha: theme.isDark ? 0.5 : 0.42)
    canvas.stroke(segments: lines, Canvas.Pen(color: theme.ink, width: 0.9, gradient: pale))
  }

  /// Returns the spacing in points: 20 for round events, 3 for crisp ones.
  static func hatchSpacing(_ sharpness: Double) -> Double {
    let rest = 1 - min(1, max(0, sharpness))
    return 3 + 17 * rest * rest
  }

  private func drawLoudest() {
    let box = layout.intensity
    let columns = Int(box.width)
    var owners = LoudestColumns(count: columns)
    let holds = visibleHolds.sorted { $0.intensity > $1.intensity }
    for (index, hold) in holds.enumerated() {
      let first = max(0, Int(max(-1, scale.x(hold.start) - box.left)))
      let last = Int(min(Double(columns), scale.x(hold.end) - box.left))
      if first < columns, last >= first { owners.claim(first...min(last, columns - 1), for: index) }
    }
    let base = intensityAxis.y(0)
    for column in 0..<columns {
      guard let owner = owners[column] else { continue }
      let hold = holds[owner]
      let time = min(hold.end, max(hold.start, scale.time(box.left + Double(column) + 0.5)))
      let y = intensityAxis.y(hold.intensity(at: time))
      canvas.fill(
        Box(left: box.left + Double(column), top: y, width: 1, height: base - y),
        hold.color(theme, at: time).with(alpha: 0.7))
    }
  }
}

extension PatternTimeline.Hold {
  func color(_ theme: Theme, at time: Double) -> Color { theme.sharpness(sharpness(at: time)) }
}

extension Box {
  func grown(left more: Double, right rest: Double) -> Box {
    Box(left: left - more, top: top, width: width + more + rest, height: height)
  }
}

/// Assigns each column to its first claimant, in nearly linear time.
struct LoudestColumns {
  private var owners: [Int?]
  /// Union-find links to the next free column, or to `count`.
  private var next: [Int]

  init(count: Int) {
    owners = Array(repeating: nil, count: count)
    next = Array(0...max(0, count))
  }

  subscript(column: Int) -> Int? { owners[column] }

  mutating func claim(_ range: ClosedRange<Int>, for owner: Int) {
    var column = free(range.lowerBound)
    while column <= range.upperBound {
      owners[column] = owner
      next[column] = column + 1
      column = free(column + 1)
    }
  }

  private mutating func free(_ start: Int) -> Int {
    var root = start
    while next[root] != root { root = next[root] }
    var column = start
    while next[column] != root, next[column] != column {
      let following = next[column]
      next[column] = root
      column = following
    }
    return root
  }
}
