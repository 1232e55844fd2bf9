import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumPattern

extension PlotScene {
  func drawAxis(_ axis: ValueScale, _ name: String, _ ticks: [(Double, String)]) {
    for (value, text) in ticks {
      let y = axis.y(value).rounded(.down) + 0.5
      if y < axis.box.bottom - 1 {
        canvas.stroke(
          segments: [(Point(x: axis.box.left, y: y), Point(x: axis.box.right, y: y))],
          Canvas.Pen(color: theme.grid))
      }
      let baseline = min(
        axis.box.bottom + 1, max(axis.box.top + layout.labelSize * 0.75, y + layout.labelSize * 0.36))
      canvas.text(text, Point(x: axis.box.left - 5, y: baseline), label, .right)
    }
    if !layout.isThumbnail { drawName(name, axis.box) }
  }

  /// Draws a name along the left edge, reading upwards, shortened to the panel's height.
  func drawName(_ name: String, _ box: Box) {
    var type = label
    type.color = theme.ink
    if canvas.width(of: name, type) > box.height + 12 { type.size -= 1 }
    let text = canvas.elided(name, type, to: box.height + 22)
    canvas.upright(text, Point(x: layout.isCompact ? 12 : 18, y: box.top + box.height / 2), type)
  }

  func drawControlAxis(_ axis: ValueScale) {
    let axis = ValueScale(box: axis.box, range: -1...1, inset: axis.inset)
    let labels = [(-1.0, "-1"), (0, "0"), (1, "+1")]
    for (value, text) in labels where axis.box.height > 30 || value != 0 {
      let y = axis.y(value)
      let baseline = min(
        axis.box.bottom + 1, max(axis.box.top + layout.labelSize * 0.75, y + layout.labelSize * 0.36))
      canvas.text(text, Point(x: axis.box.right + 4, y: baseline), label)
    }
  }
}

/// Ticks at multiples of 1, 2 or 5 times a power of ten.
struct NiceTicks {
  let step: Double
  let values: [Double]

  init(_ range: ClosedRange<Double>, about count: Int) {
    let span = range.upperBound - range.lowerBound
    guard span > 0, span.isFinite, count > 0 else {
      step = 1
      values = [range.lowerBound]
      return
    }
    let rough = span / Double(count)
    let power = pow(10, floor(log10(rough)))
    let factor = [1.0, 2, 5, 10].first { $0 * power >= rough * 0.999 } ?? 10
    let chosen = factor * power
    step = chosen
    let first = (range.lowerBound / chosen - 1e-9).rounded(.up)
    let last = (range.upperBound / chosen + 1e-9).rounded(.down)
    let amount = last >= first ? min(4 * count, Int(last - first)) : -1
    values = amount < 0 ? [] : (0...amount).map { (first + Double($0)) * chosen }
  }

  var decimals: Int { step >= 1 ? 0 : min(9, Int(saturating: (-log10(step) - 1e-9).rounded(.up))) }
}

/// The legend, with as many of the picture's marks as fit.
extension PlotScene {
  private struct Item {
    let text: String
    let swatchWidth: Double
    /// Receives the symbol's left edge on the centre line.
    let draw: (Point) -> Void
  }

  func drawLegend() {
    let type = Canvas.Lettering(size: layout.labelSize, color: theme.muted)
    let gap = layout.isCompact ? 11.0 : 18
    var x = layout.wave.left
    for item in items {
      let width = item.swatchWidth + 5 + canvas.width(of: item.text, type)
      guard x + width <= canvas.width - 6 else { continue }
      item.draw(Point(x: x, y: layout.legend))
      canvas.text(
        item.text, Point(x: x + item.swatchWidth + 5, y: layout.legend + layout.labelSize * 0.36), type)
      x += width + gap
    }
  }

  private var items: [Item] {
    var items: [Item] = []
    if !timeline.holds.isEmpty { items.append(holdItem) }
    if !visibleTaps.isEmpty { items.append(isDense ? groupItem : tapItem) }
    items += controlItems
    if layout.audio != nil { items.append(soundItem) }
    if let summary = wave.summary, hasPower(summary) { items.append(waveItem) }
    return items
  }

  private var tapItem: Item {
    Item(text: "tap: round – crisp", swatchWidth: 40) { place in
      for (index, sharpness) in [0.1, 0.5, 0.95].enumerated() {
        let head = Point(x: place.x + 5 + Double(index) * 14, y: place.y)
        drawHead(head, radius: layout.isCompact ? 3.4 : 4.2, sharpness: sharpness)
      }
    }
  }

  private var groupItem: Item {
    let seconds = PlotScene.groupWidth * scale.secondsPerPoint
    let length = seconds < 0.1 ? "\(fixed(seconds * 1000, 0)) ms" : "\(fixed(seconds, 1)) s"
    return Item(text: "taps in each \(length): strongest and mean", swatchWidth: 12) { place in
      let color = theme.sharpness(0.5)
      for index in 0..<4 {
        let left = place.x + Double(index) * 3
        canvas.fill(Box(left: left, top: place.y - 6, width: 2.4, height: 11), color.with(alpha: 0.4))
        canvas.fill(Box(left: left, top: place.y - 1, width: 2.4, height: 6), color)
      }
    }
  }

  private var holdItem: Item {
    Item(text: showsLoudestOnly ? "continuous: the loudest" : "continuous: round – crisp", swatchWidth: 40) {
      place in
      let box = Box(left: place.x, top: place.y - 6, width: 40, height: 12)
      let corners = [
        Point(x: box.left, y: box.bottom), Point(x: box.left, y: box.top), Point(x: box.right, y: box.top),
        Point(x: box.right, y: box.bottom),
      ]
      let stops = (0...8).map { (Double($0) / 8, theme.sharpness(Double($0) / 8).with(alpha: 0.45)) }
      canvas.fill(corners, Canvas.Gradient(left: box.left, right: box.right, stops: stops))
      canvas.clipped(to: box) {
        var x = box.left - 3
        var lines: [(Point, Point)] = []
        while x < box.right {
          lines.append((Point(x: x, y: box.bottom), Point(x: x + 5, y: box.top)))
          x += PlotScene.hatchSpacing((x - box.left) / box.width) * 0.8
        }
        canvas.stroke(segments: lines, Canvas.Pen(color: theme.ink.with(alpha: 0.45), width: 0.8))
      }
      canvas.stroke(corners, Canvas.Pen(color: theme.muted, width: 0.8), closed: true)
    }
  }

  private var soundItem: Item {
    Item(text: "sound: volume", swatchWidth: 16) { place in
      let box = Box(left: place.x, top: place.y - 5, width: 16, height: 10)
      canvas.fill(box, theme.audio.with(alpha: 0.3))
      canvas.stroke(
        segments: [(Point(x: box.left, y: box.top), Point(x: box.right, y: box.top))],
        Canvas.Pen(color: theme.audio, width: 1.2))
    }
  }

  private var waveItem: Item {
    Item(text: "min – max, core: RMS", swatchWidth: 16) { place in
      canvas.fill(
        Box(left: place.x, top: place.y - 6, width: 16, height: 12), theme.wave.with(alpha: 0.42))
      canvas.fill(Box(left: place.x, top: place.y - 3, width: 16, height: 6), theme.wave.with(alpha: 0.75))
    }
  }

  /// The first item also explains the marks for curves and parameters.
  private var controlItems: [Item] {
    let used = DynamicParameterID.allCases.filter { control in timeline.layers.contains { $0.controls[control] != nil }
    }
    let hasCurves = timeline.layers.contains {
      $0.pattern.entries.contains { if case .curve = $0 { true } else { false } }
    }
    let hasJumps = timeline.layers.contains {
      $0.pattern.entries.contains { if case .parameter = $0 { true } else { false } }
    }
    var items: [Item] = []
    for control in used {
      let isFirst = items.isEmpty
      items.append(
        Item(
          text: layout.isCompact ? PlotScene.name(of: control) : "\(PlotScene.name(of: control)) control",
          swatchWidth: 24
        ) { place in
          canvas.stroke(
            [place, Point(x: place.x + 24, y: place.y)],
            Canvas.Pen(color: theme.control, width: 1.2, dash: PlotScene.dash(of: control)))
          guard isFirst else { return }
          if hasCurves { drawControlPoint(Point(x: place.x + 6, y: place.y)) }
          if hasJumps { drawJump(Point(x: place.x + 17, y: place.y)) }
        })
    }
    return items
  }

  private static func name(of control: DynamicParameterID) -> String {
    switch control {
    case .hapticIntensityControl: "× intensity"
    case .hapticSharpnessControl: "+ sharpness"
    case .hapticAttackTimeControl: "+ attack"
    case .hapticDecayTimeControl: "+ decay"
    case .hapticReleaseTimeControl: "+ release"
    case .audioVolumeControl: "× volume"
    case .audioPitchControl: "+ pitch"
    case .audioPanControl: "+ pan"
    case .audioBrightnessControl: "+ brightness"
    case .audioAttackTimeControl: "+ audio attack"
    case .audioDecayTimeControl: "+ audio decay"
    case .audioReleaseTimeControl: "+ audio release"
    }
  }
}
