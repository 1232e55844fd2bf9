import CCairo

extension Canvas {
  enum Anchor {
    case left, center, right
  }

  struct Lettering {
    var size: Double
    var color: Color
    var isBold = false
  }

  /// Draws a line of text with its baseline at the height of `place`.
  func text(_ text: String, _ place: Point, _ type: Lettering, _ anchor: Anchor = .left) {
    if say(text, place, type, anchor) { return }
    let shift = offset(width(of: text, type), anchor)
    draw { context in
      choose(type, context)
      cairo_move_to(context, place.x + shift, place.y)
      cairo_show_text(context, Canvas.printable(text))
    }
  }

  /// Draws text that runs upwards, centred vertically on `place`.
  func upright(_ text: String, _ place: Point, _ type: Lettering) {
    if say(text, place, type, .center, isUpright: true) { return }
    let half = width(of: text, type) / 2
    draw { context in
      choose(type, context)
      cairo_move_to(context, place.x, place.y + half)
      cairo_rotate(context, -Double.pi / 2)
      cairo_show_text(context, Canvas.printable(text))
    }
  }

  func width(of text: String, _ type: Lettering) -> Double {
    var extents = cairo_text_extents_t()
    draw { context in
      choose(type, context)
      cairo_text_extents(context, Canvas.printable(text), &extents)
    }
    return extents.x_advance
  }

  /// Shortens text to `limit` points with an ellipsis, or to an empty string.
  func elided(_ text: String, _ type: Lettering, to limit: Double) -> String {
    let whole = String(text.prefix(1000))
    if width(of: whole, type) <= limit { return whole }
    let letters = Array(whole)
    var low = 0
    var high = letters.count
    while low < high {
      let middle = (low + high + 1) / 2
      let candidate = String(letters[..<middle]) + "…"
      if width(of: candidate, type) <= limit { low = middle } else { high = middle - 1 }
    }
    guard low > 0 else { return "" }
    var kept = String(letters[..<low])
    while kept.last == " " { kept.removeLast() }
    return kept + "…"
  }

  private func offset(_ width: Double, _ anchor: Anchor) -> Double {
    switch anchor {
    case .left: 0
    case .center: -width / 2
    case .right: -width
    }
  }

  private func choose(_ type: Lettering, _ context: OpaquePointer) {
    let weight = type.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL
    cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, weight)
    cairo_set_font_size(context, type.size)
    cairo_set_source_rgba(context, type.color.red, type.color.green, type.color.blue, type.color.alpha)
  }

  /// Replaces control characters and noncharacters, which cairo and XML reject, with spaces.
  static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isUsable =
        scalar.properties.generalCategory != .control && !scalar.properties.isNoncharacterCodePoint
      result.unicodeScalars.append(isUsable ? scalar : " ")
    }
    return result
  }
}
