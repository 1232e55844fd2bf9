import ThrumPattern

/// What a text looks and sounds like, as the page asks for it.
struct SoundRoutes: Sendable {
  let folder: StudioFolder?
  let motors: StudioMotors
  private let waves = WaveCache()

  init(folder: StudioFolder?, motors: StudioMotors) {
    self.folder = folder
    self.motors = motors
  }

  /// A text, and how it is to sound.
  struct Look: Decodable {
    var text: String
    var path: String?
    var actuator: String?
    var monitor: String?
    var gain: Double?
    var columns: Int?
    /// The stretch of the waveform that is looked at, s.
    var from: Double?
    var to: Double?
  }

  /// The linter's word on a text, and its waveform.
  func analyse(_ look: Look, isAbandoned: @escaping @Sendable () -> Bool = { false }) -> HTTPResponse {
    sounding(look) { pattern, settings throws(StudioError) in
      .json(
        try Analysis(
          pattern, look.text, settings: settings, columns: look.columns ?? 1000, waves: waves, isAbandoned: isAbandoned)
      )
    }
  }

  /// A stretch of the waveform, down to its samples.
  func wave(_ look: Look, isAbandoned: @escaping @Sendable () -> Bool = { false }) -> HTTPResponse {
    let (from, to) = (look.from ?? 0, look.to ?? 1)
    guard from.isFinite, to.isFinite, from < to, to - from < 1e6 else {
      return .refusal(400, "badRange", "a stretch of the waveform has a beginning and a later end, in seconds")
    }
    return sounding(look) { pattern, settings throws(StudioError) in
      var pattern = pattern
      guard let compiled = pattern.compile(sampleRate: settings.render.sampleRate) else {
        throw StudioError(pattern.refusal)
      }
      let overview = try waves.overview(look.text, look.path ?? "", settings, isAbandoned) { compiled }
      let columns = min(max(look.columns ?? 1000, Analysis.columnRange.lowerBound), Analysis.columnRange.upperBound)
      return .json(
        try WaveStretch(
          compiled, overview, settings: settings.render, from: from, to: to, columns: columns, isAbandoned: isAbandoned)
      )
    }
  }

  /// The samples of `thrum render`.
  func render(_ look: Look, isAbandoned: @escaping @Sendable () -> Bool = { false }) -> HTTPResponse {
    sounding(look) { pattern, settings throws(StudioError) in
      .content(type: "audio/wav", try Rendering.wav(pattern, settings: settings, isAbandoned: isAbandoned))
    }
  }

  /// A text, and what it is to become.
  struct Export: Decodable {
    var text: String
    /// The `id` of a format of the session.
    var `as`: String
    /// What Kotlin calls it.
    var name: String
  }

  /// A text in another format.
  func export(_ export: Export) -> HTTPResponse {
    let pattern = StudioPattern(export.text, path: "", folder: folder)
    guard let playable = pattern.playable else { return .refusal(422, "notPlayable", pattern.refusal) }
    do throws(StudioError) {
      return .json(try PatternExport.exported(playable, as: export.as, name: export.name))
    } catch { return .refusal(422, "notExported", error.description) }
  }

  private func sounding(
    _ look: Look, _ body: (StudioPattern, SoundSettings) throws(StudioError) -> HTTPResponse
  ) -> HTTPResponse {
    let settings: SoundSettings
    do throws(StudioError) {
      settings = try SoundSettings(actuator: look.actuator, monitor: look.monitor, gain: look.gain, of: motors)
    } catch { return .refusal(400, "badSettings", error.description) }
    do throws(StudioError) {
      return try body(StudioPattern(look.text, path: look.path ?? "", folder: folder), settings)
    } catch { return .refusal(422, "notPlayable", error.description) }
  }
}
