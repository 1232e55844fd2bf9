import CCairo

struct Point {
  var x: Double
  var y: Double
}

struct Box {
  var left: Double
  var top: Double
  var width: Double
  var height: Double

  var right: Double { left + width }
  var bottom: Double { top + height }
}

extension Canvas {
  /// A horizontal gradient, with stops at 0…1 from `left` to `right`.
  struct Gradient {
    var left: Double
    var right: Double
    var stops: [(Double, Color)]

    func with(alpha: Double) -> Gradient {
      Gradient(left: left, right: right, stops: stops.map { ($0.0, $0.1.with(alpha: alpha)) })
    }
  }

  struct Pen {
    var color: Color
    var width = 1.0
    var dash: [Double] = []
    /// Used instead of the colour.
    var gradient: Gradient?
  }

  func fill(_ box: Box, _ color: Color) {
    draw { context in
      set(color, context)
      cairo_rectangle(context, box.left, box.top, box.width, box.height)
      cairo_fill(context)
    }
  }

  func fill(_ points: [Point], _ color: Color) {
    draw { context in
      trace(points, context)
      set(color, context)
      cairo_fill(context)
    }
  }

  func fill(_ points: [Point], _ gradient: Gradient) {
    draw { context in
      trace(points, context)
      set(gradient, context)
      cairo_fill(context)
    }
  }

  func stroke(_ points: [Point], _ pen: Pen, closed: Bool = false) {
    guard points.count > 1 else { return }
    draw { context in
      trace(points, context)
      if closed { cairo_close_path(context) }
      use(pen, context)
      cairo_stroke(context)
    }
  }

  func stroke(segments: [(Point, Point)], _ pen: Pen) {
    guard !segments.isEmpty else { return }
    draw { context in
      for (begin, end) in segments {
        cairo_move_to(context, begin.x, begin.y)
        cairo_line_to(context, end.x, end.y)
      }
      use(pen, context)
      cairo_stroke(context)
    }
  }

  func disc(_ center: Point, radius: Double, fill color: Color?, _ pen: Pen?) {
    draw { context in
      // Text leaves a current point, which would be joined to the arc.
      cairo_new_path(context)
      cairo_arc(context, center.x, center.y, radius, 0, 2 * Double.pi)
      if let color {
        set(color, context)
        cairo_fill_preserve(context)
      }
      if let pen {
        use(pen, context)
        cairo_stroke(context)
      }
      cairo_new_path(context)
    }
  }

  func clipped(to box: Box, _ body: () -> Void) {
    draw { context in
      cairo_rectangle(context, box.left, box.top, box.width, box.height)
      cairo_clip(context)
      body()
    }
  }

  func clipped(to points: [Point], _ body: () -> Void) {
    draw { context in
      trace(points, context)
      cairo_clip(context)
      body()
    }
  }

  private func trace(_ points: [Point], _ context: OpaquePointer) {
    guard let first = points.first else { return }
    cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
  }

  private func set(_ color: Color, _ context: OpaquePointer) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  private func set(_ gradient: Gradient, _ context: OpaquePointer) {
    guard let pattern = cairo_pattern_create_linear(gradient.left, 0, gradient.right, 0) else { return }
    defer { cairo_pattern_destroy(pattern) }
    for (offset, color) in gradient.stops {
      cairo_pattern_add_color_stop_rgba(pattern, offset, color.red, color.green, color.blue, color.alpha)
    }
    cairo_set_source(context, pattern)
  }

  private func use(_ pen: Pen, _ context: OpaquePointer) {
    if let gradient = pen.gradient { set(gradient, context) } else { set(pen.color, context) }
    cairo_set_line_width(context, pen.width)
    cairo_set_dash(context, pen.dash, Int32(clamping: pen.dash.count), 0)
  }
}
