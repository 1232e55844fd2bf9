import CCairo

/// A place on the canvas.
struct Point {
  var x: Double
  var y: Double
}

/// An upright rectangle.
struct Box {
  var left: Double
  var top: Double
  var width: Double
  var height: Double

  var right: Double { left + width }
  var bottom: Double { top + height }
}

extension Canvas {
  /// How a line looks.
  struct Pen {
    var color: Color
    var width = 1.0
    var dash: [Double] = []
  }

  /// Fills a rectangle.
  func fill(_ box: Box, _ color: Color) {
    draw { context in
      set(color, context)
      cairo_rectangle(context, box.left, box.top, box.width, box.height)
      cairo_fill(context)
    }
  }

  /// Fills a polygon.
  func fill(_ points: [Point], _ color: Color) {
    draw { context in
      trace(points, context)
      set(color, context)
      cairo_fill(context)
    }
  }

  /// Fills a polygon with colours that change from left to right; stops lie at 0…1 of `range`.
  func fill(_ points: [Point], from left: Double, to right: Double, _ stops: [(Double, Color)]) {
    guard let gradient = cairo_pattern_create_linear(left, 0, right, 0) else { return }
    defer { cairo_pattern_destroy(gradient) }
    for (offset, color) in stops {
      cairo_pattern_add_color_stop_rgba(gradient, offset, color.red, color.green, color.blue, color.alpha)
    }
    draw { context in
      trace(points, context)
      cairo_set_source(context, gradient)
      cairo_fill(context)
    }
  }

  /// Draws a line through points.
  func stroke(_ points: [Point], _ pen: Pen, closed: Bool = false) {
    guard points.count > 1 else { return }
    draw { context in
      trace(points, context)
      if closed { cairo_close_path(context) }
      use(pen, context)
      cairo_stroke(context)
    }
  }

  /// Draws many separate lines at once.
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

  /// Draws a disc with an outline.
  func disc(_ center: Point, radius: Double, fill color: Color?, _ pen: Pen?) {
    draw { context in
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

  /// Draws only inside a rectangle.
  func clipped(to box: Box, _ body: () -> Void) {
    draw { context in
      cairo_rectangle(context, box.left, box.top, box.width, box.height)
      cairo_clip(context)
      body()
    }
  }

  /// Draws only inside a polygon.
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

  private func use(_ pen: Pen, _ context: OpaquePointer) {
    set(pen.color, context)
    cairo_set_line_width(context, pen.width)
    cairo_set_dash(context, pen.dash, Int32(clamping: pen.dash.count), 0)
  }
}
