import ThrumDevice
import ThrumStudio

/// What the command adds to the phone page: pictures, and the QR code on the terminal.
enum PhonePlot {
  /// Size of a picture, points: the width of a narrow phone.
  private static let (width, height) = (360, 340)

  /// Draws a pattern's text as SVG, without its file's name; `nil` without cairo.
  static let draw: PhonePicture = { text, motor, isDark, sound in
    withoutActuallyEscaping(sound) { sound in
      guard let files = try? PatternFile.understand(text, path: "-", name: "pattern") else { return nil }
      let request = PlotRequest(
        format: .svg, width: width, height: height, motor: motor, isDark: isDark, title: "")
      return try? PlotMaker(request: request, files: files, findSound: sound, say: { _ in }).bytes()
    }
  }

  /// Prints the page's address, and its QR code.
  static func show(_ page: PhonePage) throws {
    try Console.line("For a phone on the same network: \(page.link)")
    let code: [String]
    do throws(StudioError) { code = try page.terminalCode(isColored: Console.hasColor) } catch {
      return Console.warning(error.description)
    }
    try Console.drawing(code)
    Console.message("The code works once; “Phone” in the studio draws the next one.")
  }
}
