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
