import CCairo

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
