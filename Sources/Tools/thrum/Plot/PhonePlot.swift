import ThrumDevice
import ThrumStudio

enum PhonePlot {
  /// The width of a narrow phone.
  private static let (width, height) = (360, 340)

  /// Draws a pattern from its text, as SVG without a title. Returns `nil` on failure.
  static let draw: PhonePicture = { text, motor, isDark, sound, work throws(StudioError) in
    do {
      return try withoutActuallyEscaping(sound) { sound in
        let files = try PatternFile.understand(text, path: "-", name: "pattern")
        let request = PlotRequest(
          format: .svg, width: width, height: height, motor: motor, isDark: isDark, title: "")
        let anyWork = work.rethrowing { $0 as any Error }
        return try PlotMaker(request: request, files: files, findSound: sound, say: { _ in }, work: anyWork).bytes()
      }
    } catch {
      if let ended = error as? StudioError { throw ended }
      return nil
    }
  }
}
