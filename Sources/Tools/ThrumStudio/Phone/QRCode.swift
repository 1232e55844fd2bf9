import CQREncode

/// A QR code, dark on light in every theme.
struct QRCode: Sendable, Equatable {
  /// Modules along one side, without the margin.
  let width: Int
  /// Light modules around the code (ISO/IEC 18004).
  static let margin = 4
  private let modules: [Bool]

  /// - Throws: ``StudioError`` if libqrencode is missing.
  init(_ text: String) throws(StudioError) {
    if let problem = thrum_qr_load() {
      throw StudioError("no QR code: \(String(cString: problem))", kind: .library)
    }
    let bytes = Array(text.utf8)
    var room = [UInt8](repeating: 0, count: Int(THRUM_QR_MODULES))
    width = Int(thrum_qr_encode(bytes, Int32(bytes.count), &room, Int32(room.count)))
    guard width > 0 else { throw StudioError("the text is too long for a QR code") }
    modules = room[..<(width * width)].map { $0 == 1 }
  }

  /// Whether a module is dark. All outside the code are light.
  subscript(x: Int, y: Int) -> Bool {
    guard (0..<width).contains(x), (0..<width).contains(y) else { return false }
    return modules[y * width + x]
  }

  /// SVG path of the dark modules, with the margin's corner as the origin.
  var path: String {
    var path = ""
    for y in 0..<width {
      for x in 0..<width where self[x, y] {
        path += "M\(x + QRCode.margin) \(y + QRCode.margin)h1v1h-1z"
      }
    }
    return path
  }

  /// Returns lines for a terminal, with two modules in each character.
  ///
  /// - Parameter isColored: whether to print black on white. Otherwise the terminal must show light on dark.
  func halfBlocks(isColored: Bool) -> [String] {
    let range = -QRCode.margin..<(width + QRCode.margin)
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
      let line = range.map { x in
        // An odd row count leaves the last half row blank.
        let (upper, lower) = (self[x, y], y + 1 < range.upperBound ? self[x, y + 1] : isColored ? false : true)
        switch (upper == isColored, lower == isColored) {
        case (true, true): return "█"
        case (true, false): return "▀"
        case (false, true): return "▄"
        case (false, false): return " "
        }
      }.joined()
      return isColored ? "\u{1B}[38;5;16;48;5;231m\(line)\u{1B}[0m" : line
    }
  }
}
