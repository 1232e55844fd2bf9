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
