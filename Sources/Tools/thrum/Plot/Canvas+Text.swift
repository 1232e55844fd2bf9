import CCairo
import FoundationEssentials
import ThrumAnalysis
import ThrumPattern

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
    let count = (1..<letters.count + 1).partitioningIndex { width(of: String(letters[..<$0]) + "…", type) > limit } - 1
    guard count > 0 else { return "" }
    var kept = String(letters[..<count])
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

/// Text of an SVG. Cairo's outlines cannot be selected, searched or read aloud.
struct SVGWords {
  private var lines: [String] = []
  private var titles: [String] = []
  private var descriptions: [String] = []

  mutating func describe(_ title: String, _ description: String) {
    titles.append(title)
    descriptions.append("\(title): \(description)")
  }

  mutating func add(
    _ text: String, _ place: Point, _ type: Canvas.Lettering, _ anchor: Canvas.Anchor, isUpright: Bool
  ) {
    guard !text.isEmpty else { return }
    let (x, y) = (fixed(place.x, 2), fixed(place.y, 2))
    let ends =
      switch anchor {
      case .left: ""
      case .center: " text-anchor=\"middle\""
      case .right: " text-anchor=\"end\""
      }
    let weight = type.isBold ? " font-weight=\"bold\"" : ""
    let turn = isUpright ? " transform=\"rotate(-90 \(x) \(y))\"" : ""
    lines.append(
      "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(fixed(type.size, 1))\" fill=\"\(type.color.hex)\"\(ends)\(weight)\(turn)>"
        + "\(escaped(text))</text>")
  }

  /// Inserts title, description and text into the file, and truncates its numbers.
  func put(into bytes: [UInt8]) -> [UInt8] {
    let shapes = SVGWords.shortened(bytes)
    guard let start = range(of: "<svg", in: shapes), let open = shapes[start...].firstIndex(of: UInt8(ascii: ">")),
      let close = range(of: "</svg>", in: shapes)
    else { return bytes }
    let title = escaped(titles.joined(separator: ", "))
    let description = escaped(descriptions.joined(separator: ". "))
    let head =
      " role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">\(title)</title>\n<desc id=\"desc\">\(description)</desc>"
    let text = "<g font-family=\"sans-serif\">\n\(lines.joined(separator: "\n"))\n</g>\n"
    return Array(shapes[..<open]) + Array(head.utf8) + Array(shapes[(open + 1)..<close]) + Array(text.utf8)
      + Array(shapes[close...])
  }

  private func range(of text: String, in bytes: [UInt8]) -> Int? {
    let sought = Array(text.utf8)
    return bytes.indices.first { bytes[$0] == sought[0] && bytes[$0...].starts(with: sought) }
  }

  private static func shortened(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var decimals = -1
    for byte in bytes {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if byte == UInt8(ascii: "."), let last = result.last, last >= 0x30, last <= 0x39 {
        decimals = 0
      } else if isDigit, decimals >= 0 {
        decimals += 1
        if decimals > 2 { continue }
      } else {
        decimals = -1
      }
      result.append(byte)
    }
    return result
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for character in Canvas.printable(text) {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
