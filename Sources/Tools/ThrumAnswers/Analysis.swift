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

  /// - Parameters:
  ///   - take: makes the take to play, once the pattern is compiled.
  ///   - overview: renders the pattern, or returns what it rendered before.
  package init<Failure>(
    _ pattern: inout StudioPattern, sampleRate: SampleRate, columns: Int, _ work: Work<Failure>,
    take: (CompiledPattern, StudioPattern) -> TakeFacts? = { _, _ in nil },
    overview: (CompiledPattern) throws(Failure) -> WaveOverview
  ) throws(Failure) {
    try work.check()
    let findings = Array(pattern.findings().prefix(Analysis.findingLimit))
    let cures = pattern.cures(of: findings)
    diagnostics = findings.indices.map { Finding(diagnostic: findings[$0], cure: cures[$0]?.title) }
    try work.check()
    let compiled = pattern.compile(sampleRate: sampleRate)
    sounds = pattern.soundNotes
    duration = pattern.playable?.duration
    guard let compiled else { return }
    sound = take(compiled, pattern)
    let rendered = try overview(compiled)
    let count = min(max(columns, Analysis.columnRange.lowerBound), Analysis.columnRange.upperBound)
    let (low, high, core) = rendered.columns(count, from: 0, to: rendered.seconds)
    wave = Wave(
      seconds: rendered.seconds, low: low, high: high, core: core, peak: rendered.peak,
      touchLevelDecibels: rendered.touchLevelDecibels)
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

/// Where the samples of a version are.
package struct TakeFacts: JSONWritable {
  package let take: String
  package let sampleRate: Int
  package let blockFrames: Int

  package init(take: String, sampleRate: Int, blockFrames: Int) {
    (self.take, self.sampleRate, self.blockFrames) = (take, sampleRate, blockFrames)
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("take", take)
      writer.member("sampleRate", sampleRate)
      writer.member("blockFrames", blockFrames)
    }
  }
}
