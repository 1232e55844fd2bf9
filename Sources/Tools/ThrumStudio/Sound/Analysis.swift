import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumPattern

/// A pattern's lint findings and rendered waveform.
struct Analysis: Encodable {
  var diagnostics: [Finding]
  var duration: Double?
  var wave: Wave?
  var sounds: [StudioPattern.SoundNote]
  /// The take to play, if the text can be played.
  var sound: TakeRoutes.Facts?

  struct Finding: Encodable {
    var code: String
    var severity: String
    var line: Int?
    var column: Int?
    var path: String?
    var message: String
    var remedy: String
    var cure: String?

    init(_ diagnostic: Diagnostic, cure: Cure?) {
      self.cure = cure?.title
      code = diagnostic.code.rawValue
      severity = diagnostic.severity.rawValue
      line = diagnostic.place?.line
      column = diagnostic.place?.column
      path = diagnostic.path.isEmpty ? nil : diagnostic.path
      message = diagnostic.message
      remedy = diagnostic.remedy
    }
  }

  /// Minimum and maximum of the signal in columns of equal length.
  struct Wave: Encodable {
    var signal = "acceleration"
    var unit = "g"
    var seconds: Double
    var low: [Float]
    var high: [Float]
    var peak: Double
    var touchLevelDecibels: Double?
  }

  static let columnRange = 1...8192
  private static let findingLimit = 500

  init(
    _ given: StudioPattern, _ text: String, settings: SoundSettings, columns: Int, waves: WaveCache,
    takes: Takes, _ work: Work<StudioError>
  ) throws(StudioError) {
    var pattern = given
    try work.check()
    let findings = Array(pattern.findings().prefix(Analysis.findingLimit))
    diagnostics = zip(findings, pattern.cures(of: findings)).map { Finding($0, cure: $1) }
    try work.check()
    let compiled = pattern.compile(sampleRate: settings.render.sampleRate)
    sounds = pattern.soundNotes
    duration = pattern.playable?.duration
    guard let compiled else { return }
    sound = TakeRoutes.Facts(takes.take(compiled, of: pattern, text, settings))
    let overview = try waves.overview(text, pattern.path, settings, work) { compiled }
    let count = min(max(columns, Analysis.columnRange.lowerBound), Analysis.columnRange.upperBound)
    let (low, high) = overview.columns(count, from: 0, to: overview.seconds)
    wave = Wave(
      seconds: overview.seconds, low: low, high: high, peak: overview.peak,
      touchLevelDecibels: overview.touchLevelDecibels)
  }
}
