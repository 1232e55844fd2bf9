import CCairo

/// A PNG or SVG drawing by cairo, in points from the upper left corner.
final class Canvas {
  enum Format: String, CaseIterable, Sendable {
    case png, svg

    init?(fileName: String) {
      guard let format = Format.allCases.first(where: { fileName.lowercased().hasSuffix(".\($0.rawValue)") }) else {
        return nil
      }
      self = format
    }
  }

  /// Size of the current strip, in points.
  let width: Double
  private(set) var height: Double
  private let format: Format
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let sink: ByteSink
  private(set) var words = SVGWords()
  private var top = 0.0

  private final class ByteSink {
    var bytes: [UInt8] = []

    static let write: cairo_write_func_t = { closure, data, length in
      guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
      // Safety: the canvas keeps the sink alive for as long as the surface exists.
      Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue().bytes
        .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
      return CAIRO_STATUS_SUCCESS
    }
  }

  /// Returns `nil` if cairo refuses the size or has no memory.
  init?(_ format: Format, width: Int, height: Int) {
    let sink = ByteSink()
    let closure = Unmanaged.passUnretained(sink).toOpaque()
    let made =
      format == .png
      ? cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(clamping: width), Int32(clamping: height))
      : cairo_svg_surface_create_for_stream(ByteSink.write, closure, Double(width), Double(height))
    guard let made else { return nil }
    guard cairo_surface_status(made) == CAIRO_STATUS_SUCCESS, let context = cairo_create(made) else {
      cairo_surface_destroy(made)
      return nil
    }
    self.width = Double(width)
    self.height = Double(height)
    self.format = format
    self.sink = sink
    self.context = context
    surface = made
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  func goDown(by top: Double, height: Double) {
    cairo_translate(context, 0, top)
    self.top += top
    self.height = height
  }

  /// Describes the picture to screen readers. SVG only.
  func describe(_ title: String, _ description: String) { words.describe(title, description) }

  /// Adds a line of text to an SVG. Returns `false` for PNG.
  func say(_ text: String, _ place: Point, _ type: Lettering, _ anchor: Anchor, isUpright: Bool = false) -> Bool {
    guard format == .svg else { return false }
    words.add(text, Point(x: place.x, y: place.y + top), type, anchor, isUpright: isUpright)
    return true
  }

  func finish() -> Result<[UInt8], DrawingError> {
    var status = cairo_status(context)
    if status == CAIRO_STATUS_SUCCESS, format == .png {
      if let bytes = IndexedPNG.encode(surface) {
        sink.bytes = bytes
      } else {
        status = CAIRO_STATUS_PNG_ERROR
      }
    }
    cairo_surface_finish(surface)
    if status == CAIRO_STATUS_SUCCESS { status = cairo_surface_status(surface) }
    guard status == CAIRO_STATUS_SUCCESS else {
      return .failure(DrawingError(cause: String(cString: cairo_status_to_string(status))))
    }
    return .success(format == .svg ? words.put(into: sink.bytes) : sink.bytes)
  }

  struct DrawingError: Error {
    let cause: String
  }

  func draw(_ body: (OpaquePointer) -> Void) {
    cairo_save(context)
    body(context)
    cairo_restore(context)
  }
}

/// PNG with a palette, a third as large as in true colour.
enum IndexedPNG {
  static func encode(_ surface: OpaquePointer) -> [UInt8]? {
    cairo_surface_flush(surface)
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard width > 0, height > 0, stride >= width * 4, let data = cairo_image_surface_get_data(surface) else {
      return nil
    }
    // Safety: cairo owns height × stride bytes until the surface is drawn to or destroyed, which happens later.
    let pixels = UnsafeBufferPointer(start: data, count: height * stride)
    let table = ColorTable(pixels)
    var rows = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width { rows[y * width + x] = table.index(pixels, y * stride + 4 * x) }
    }
    let colors = table.entries.flatMap { entry in
      [0, 1, 2].map { UInt8(min(255, max(0, entry[$0].rounded()))) }
    }
    return write(rows, colors, width: width, height: height)
  }

  /// The first call to libpng's simplified API reports the size.
  private static func write(_ rows: [UInt8], _ colors: [UInt8], width: Int, height: Int) -> [UInt8]? {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(width)
    image.height = UInt32(height)
    // PNG_FORMAT_RGB | PNG_FORMAT_FLAG_COLORMAP.
    image.format = 0x02 | 0x08
    image.colormap_entries = UInt32(colors.count / 3)
    defer { png_image_free(&image) }
    var size = 0
    guard png_image_write_to_memory(&image, nil, &size, 0, rows, 0, colors) != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    guard png_image_write_to_memory(&image, &bytes, &size, 0, rows, 0, colors) != 0 else { return nil }
    return Array(bytes.prefix(size))
  }
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
