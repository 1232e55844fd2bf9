import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumPattern

struct ValueScale {
  let box: Box
  let range: ClosedRange<Double>
  /// Margins at the upper and lower edges, points.
  var inset = 0.0

  /// Vertical position, clamped to the panel.
  func y(_ value: Double) -> Double {
    let part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return box.bottom - inset - min(1, max(0, part)) * (box.height - 2 * inset)
  }
}

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

  var decimals: Int { step >= 1 ? 0 : min(9, Int((-log10(step) - 1e-9).rounded(.up))) }
}

/// The time axis, in milliseconds for ranges below 0.7 s.
struct TimeScale {
  let range: ClosedRange<Double>
  let left: Double
  let width: Double

  func x(_ time: Double) -> Double {
    left + (time - range.lowerBound) / (range.upperBound - range.lowerBound) * width
  }

  func time(_ x: Double) -> Double {
    range.lowerBound + (x - left) / width * (range.upperBound - range.lowerBound)
  }

  var secondsPerPoint: Double { (range.upperBound - range.lowerBound) / width }

  var isInMilliseconds: Bool { range.upperBound - range.lowerBound < 0.7 }

  var unit: String { isInMilliseconds ? "ms" : "s" }

  /// Times in seconds, with labels in ``unit``.
  func ticks(spacing: Double) -> [(time: Double, label: String)] {
    let factor = isInMilliseconds ? 1000.0 : 1
    let scaled = range.lowerBound * factor...range.upperBound * factor
    let ticks = NiceTicks(scaled, about: max(2, Int(width / spacing)))
    return ticks.values.map { ($0 / factor, abs($0) < 1e-12 ? "0" : fixed($0, ticks.decimals)) }
  }
}
