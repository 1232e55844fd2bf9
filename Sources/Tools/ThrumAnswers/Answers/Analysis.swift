import ThrumAnalysis
import ThrumDevice
import ThrumOffline
import ThrumPattern

/// A pattern's lint findings and rendered waveform.
package struct Analysis: JSONWritable {
  package var diagnostics: [Finding]
  package var duration: Double?
  package var wave: Wave?
  package var sounds: [StudioPattern.SoundNote]
  /// The take to play, if the text can be played.
  package var sound: TakeFacts?

  package struct Finding: JSONWritable {
    package let diagnostic: Diagnostic
    /// What its cure does, if it has one.
    package let cure: String?

    package func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.member("code", diagnostic.code.rawValue)
        writer.member("severity", diagnostic.severity.rawValue)
        writer.member("line", ifPresent: diagnostic.place?.line)
        writer.member("column", ifPresent: diagnostic.place?.column)
        if !diagnostic.path.isEmpty { writer.member("path", diagnostic.path) }
        writer.member("message", diagnostic.message)
        writer.member("remedy", diagnostic.remedy)
        writer.member("cure", ifPresent: cure)
      }
    }
  }

  /// Minimum and maximum of the acceleration in columns of equal length, g.
  package struct Wave: JSONWritable {
    package var seconds: Double
    package var low: [Float]
    package var high: [Float]
    /// RMS of each column.
    package var core: [Float]
    package var peak: Double
    package var touchLevelDecibels: Double?

    package func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.member("signal", "acceleration")
        writer.member("unit", "g")
        writer.member("seconds", seconds)
        writer.member("low", low)
        writer.member("high", high)
        writer.member("core", core)
        writer.member("peak", peak)
        writer.member("touchLevelDecibels", ifPresent: touchLevelDecibels)
      }
    }
  }

  package static let columnRange = 1...8192
  private static let findingLimit = 500

  /// - Parameter rendered: the version, if the text can be played.
  init<Failure>(
    _ pattern: StudioPattern, _ rendered: Rendered?, columns: Int, _ work: Work<Failure>
  ) throws(Failure) {
    try work.check()
    let findings = Array(pattern.findings().prefix(Analysis.findingLimit))
    let cures = pattern.cures(of: findings)
    diagnostics = findings.indices.map { Finding(diagnostic: findings[$0], cure: cures[$0]?.title) }
    try work.check()
    sounds = rendered?.sounds ?? []
    duration = pattern.playable?.duration
    guard let rendered else { return }
    sound = TakeFacts(rendered.take)
    let overview = try rendered.overview(work)
    let count = min(max(columns, Analysis.columnRange.lowerBound), Analysis.columnRange.upperBound)
    let (low, high, core) = overview.columns(count, from: 0, to: overview.seconds)
    wave = Wave(
      seconds: overview.seconds, low: low, high: high, core: core, peak: overview.peak,
      touchLevelDecibels: overview.touchLevelDecibels)
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("diagnostics", diagnostics)
      writer.member("duration", ifPresent: duration)
      if let wave {
        writer.name("wave")
        wave.write(to: &writer)
      }
      writer.member("sounds", sounds)
      if let sound {
        writer.name("sound")
        sound.write(to: &writer)
      }
    }
  }
}
