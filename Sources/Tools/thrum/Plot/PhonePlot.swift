import ThrumDevice
import ThrumStudio

enum PhonePlot {
  /// The width of a narrow phone.
  private static let (width, height) = (360, 340)

  /// Draws a pattern from its text, as SVG without a title. Returns `nil` on failure.
  static let draw: PhonePicture = { text, motor, isDark, sound in
    withoutActuallyEscaping(sound) { sound in
      guard let files = try? PatternFile.understand(text, path: "-", name: "pattern") else { return nil }
      let request = PlotRequest(
        format: .svg, width: width, height: height, motor: motor, isDark: isDark, title: "")
      return try? PlotMaker(request: request, files: files, findSound: sound, say: { _ in }).bytes()
    }
  }
}
