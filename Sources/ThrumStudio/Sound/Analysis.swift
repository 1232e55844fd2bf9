import ThrumAnalysis
import ThrumEngine
import ThrumPattern
import ThrumDevice
import ThrumRender

/// What the page shows of a text: the linter's word, and the rendered waveform.
struct Analysis: Encodable {
  var diagnostics: [Finding]
  var duration: Double?
  var wave: Wave?
  var sounds: [StudioPattern.SoundNote]

  /// A diagnostic.
  struct Finding: Encodable {
    var code: String
    var severity: String
    var line: Int?
    var column: Int?
    var path: String?
    var message: String
    var remedy: String

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.code.rawValue
      severity = diagnostic.severity.rawValue
      line = diagnostic.place?.line
      column = diagnostic.place?.column
      path = diagnostic.path.isEmpty ? nil : diagnostic.path
      message = diagnostic.message
      remedy = diagnostic.remedy
    }
  }

  /// Least and greatest values of a signal in columns of equal time.
  struct Wave: Encodable {
    var signal = "acceleration"
    var unit = "g"
    var seconds: Double
    var low: [Float]
    var high: [Float]
    var peak: Double
    /// The strongest 200 ms over the threshold of touch, dB.
    var touchLevelDecibels: Double?
  }

  /// Columns that may be asked for.
  static let columnRange = 1...8192
  /// Findings that are sent; a page cannot show more.
  private static let findingLimit = 500

  /// Looks at a pattern.
  init(_ given: StudioPattern, settings: SoundSettings, columns: Int) {
    var pattern = given
    diagnostics = pattern.findings.prefix(Analysis.findingLimit).map(Finding.init)
    let render = settings.render
    let schedule = pattern.compile(sampleRate: render.sampleRate)
    sounds = pattern.soundNotes
    duration = pattern.playable?.duration
    guard let schedule, let duration else { return }
    // What the motor does after the last event belongs to the picture.
    let seconds = min(max(duration, 0) + 0.25, SignalSummary.limitSeconds)
    let summary = SignalSummary(
      [schedule], settings: render, signal: .acceleration, range: 0...seconds,
      columns: min(max(columns, Analysis.columnRange.lowerBound), Analysis.columnRange.upperBound))
    wave = Wave(
      seconds: seconds, low: summary.columns.map { $0.count > 0 ? $0.low : 0 },
      high: summary.columns.map { $0.count > 0 ? $0.high : 0 }, peak: summary.peak,
      touchLevelDecibels: summary.touchLevelDecibels)
  }
}
