import FoundationEssentials
import Synchronization
import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumPattern

/// Requests to analyse, render and export pattern text.
struct SoundRoutes: Sendable {
  let folder: StudioFolder?
  let motors: StudioMotors
  let takes: Takes
  private let waves = WaveCache()

  init(folder: StudioFolder?, motors: StudioMotors, takes: Takes) {
    self.folder = folder
    self.motors = motors
    self.takes = takes
  }

  struct Look: Decodable {
    var text: String
    var path: String?
    var actuator: String?
    var monitor: String?
    var gain: Double?
    var columns: Int?
    /// Part of the waveform to render, s.
    var from: Double?
    var to: Double?
  }

  func analyse(_ look: Look, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    try sounding(look) { given, settings throws(StudioError) in
      var pattern = given
      let answer = try Analysis(
        &pattern, sampleRate: settings.render.sampleRate, columns: look.columns ?? 1000, work,
        take: { compiled, pattern in TakeFacts(takes.take(compiled, of: pattern, look.text, settings)) },
        overview: { compiled throws(StudioError) in
          try waves.overview(look.text, look.path ?? "", settings, work) { compiled }
        })
      return .json(answer)
    }
  }

  func wave(_ look: Look, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    let (from, to) = (look.from ?? 0, look.to ?? 1)
    guard WaveRange.allows(from: from, to: to) else {
      return .refusal(400, "badRange", "a range of the waveform needs a start and a later end, in seconds")
    }
    return try sounding(look) { pattern, settings throws(StudioError) in
      var pattern = pattern
      guard let compiled = pattern.compile(sampleRate: settings.render.sampleRate) else {
        throw StudioError(pattern.refusal)
      }
      let overview = try waves.overview(look.text, look.path ?? "", settings, work) { compiled }
      return .json(
        try WaveRange(
          compiled, overview, settings: settings.render, from: from, to: to, columns: look.columns ?? 1000, work)
      )
    }
  }

  func render(_ look: Look, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    try sounding(look) { pattern, settings throws(StudioError) in
      .content(type: "audio/wav", try Rendering.wav(pattern, settings: settings, work))
    }
  }

  struct CureRequest: Decodable {
    var text: String
    var path: String?
    var code: String
    var line: Int?
    var column: Int?
    /// Whether to cure all findings with the code.
    var all: Bool?
  }

  func cure(_ wanted: CureRequest) -> HTTPResponse {
    let pattern = StudioPattern(wanted.text, path: wanted.path ?? "", folder: folder)
    let cured =
      wanted.all == true
      ? pattern.cured(all: wanted.code) : pattern.cured(wanted.code, line: wanted.line, column: wanted.column)
    return cured.map { .json($0) }
      ?? .refusal(422, "noCure", "this finding has no cure that the studio can apply")
  }

  func take(_ look: Look) throws(StudioError) -> HTTPResponse {
    try sounding(look) { pattern, settings throws(StudioError) in
      .json(TakeFacts(try takes.take(of: pattern, look.text, settings)))
    }
  }

  struct Export: Decodable {
    var text: String
    var `as`: String
    var name: String
  }

  func export(_ export: Export, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    let pattern = StudioPattern(export.text, path: "", folder: folder)
    guard let playable = pattern.playable else { return .refusal(422, "notPlayable", pattern.refusal) }
    do throws(PatternExport.Problem) {
      return .json(try PatternExport.exported(playable, as: export.as, name: export.name, work))
    } catch {
      // Throws the reason if the work was ended.
      try work.check()
      return .refusal(422, "notExported", error.words)
    }
  }

  private func sounding(
    _ look: Look, _ body: (StudioPattern, SoundSettings) throws(StudioError) -> HTTPResponse
  ) throws(StudioError) -> HTTPResponse {
    let settings: SoundSettings
    do throws(StudioError) {
      settings = try SoundSettings(actuator: look.actuator, monitor: look.monitor, gain: look.gain, of: motors)
    } catch { return .refusal(400, "badSettings", error.description) }
    return try body(StudioPattern(look.text, path: look.path ?? "", folder: folder), settings)
  }
}

struct TakeRoutes: Sendable {
  let takes: Takes

  /// Returns a block of samples, empty beyond the end.
  func block(_ id: String, _ index: String, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    guard let index = Int(index), index >= 0 else { return .refusal(400, "badRange", "block numbers start at 0") }
    guard let take = takes.known(id) else { return TakeRoutes.gone }
    let block = try take.block(index, work) ?? Take.Block(bytes: [], channels: 1, isLast: true)
    var response = HTTPResponse.content(type: "application/octet-stream", block.bytes)
    response.fields.append(("X-Thrum-Channels", String(block.channels)))
    response.fields.append(("X-Thrum-Last", block.isLast ? "1" : "0"))
    return response
  }

  /// Renders both takes to their ends if necessary.
  func match(_ one: String, _ other: String, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    guard let one = takes.known(one), let other = takes.known(other) else { return TakeRoutes.gone }
    return .json(LevelMatch(try one.side(work), try other.side(work)))
  }

  /// Response for a discarded take or sound. Not an error, because browsers log errors.
  static let gone = HTTPResponse(204)
}

extension TakeFacts {
  init(_ take: Take) {
    self.init(take: take.id, sampleRate: Int(take.sampleRate), blockFrames: Take.blockFrames)
  }
}

/// Turns sounds into patterns. Keeps the last sounds as analysed, so that other values need no upload.
final class GenerateRoutes: Sendable {
  struct Generate: Decodable {
    var name: String
    /// The sound, or `nil` if ``sound`` names it.
    var data: Data?
    /// Number of a sound that was sent before.
    var sound: Int?
    var sensitivity: Double?
    /// dB.
    var gain: Double?
    var resolution: Double?
    var lowSharpness: Double?
    var highSharpness: Double?
    var hasTransients: Bool?
    var hasContinuous: Bool?

    fileprivate var options: PatternGenerator.Options {
      func share(_ value: Double?, _ standard: Double) -> Double { min(max(value ?? standard, 0), 1) }
      var options = PatternGenerator.Options()
      options.sensitivity = share(sensitivity, options.sensitivity)
      options.resolution = share(resolution, options.resolution)
      let gains = PatternGenerator.Options.gains
      options.gain = min(max(gain ?? 0, gains.lowerBound), gains.upperBound)
      let (low, high) = (share(lowSharpness, 0), share(highSharpness, 1))
      options.sharpness = min(low, high)...max(low, high)
      options.hasTransients = hasTransients ?? true
      options.hasContinuous = hasContinuous ?? true
      return options
    }
  }

  private struct Generated: Encodable {
    var text: String
    var sound: Int
    /// What was done to the sound before it was analysed, the first time, and why the pattern is empty.
    var notes: [String]
  }

  private struct Analysed {
    let number: Int
    let generator: PatternGenerator
  }

  /// Newest last. An hour of sound takes some 30 MB.
  private let analysed = Mutex<(count: Int, kept: [Analysed])>((0, []))
  /// Share of the time that the analysis of a sound takes.
  private static let analysis = 0.9
  /// Number of sounds kept.
  private static let most = 2

  func generate(_ wanted: Generate, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    do throws(UploadedSound.Problem) {
      let work = work.rethrowing { UploadedSound.Problem.ended($0) }
      guard var sound = try known(wanted, work) else {
        return TakeRoutes.gone
      }
      sound.generator.options = wanted.options
      let pattern = try sound.generator.pattern { () throws(UploadedSound.Problem) in
        try work.report(GenerateRoutes.analysis)
      }
      let notes = sound.notes + (pattern.entries.isEmpty ? [sound.generator.emptiness] : [])
      let text = String(decoding: AHAP.write(pattern), as: UTF8.self)
      return .json(Generated(text: text, sound: sound.number, notes: notes))
    } catch {
      if case .ended(let reason) = error { throw reason }
      return .refusal(error, wanted.name)
    }
  }

  private func known(
    _ wanted: Generate, _ work: Work<UploadedSound.Problem>
  ) throws(UploadedSound.Problem) -> (number: Int, generator: PatternGenerator, notes: [String])? {
    guard let data = wanted.data else {
      return analysed.withLock { $0.kept.first { $0.number == wanted.sound } }.map { ($0.number, $0.generator, []) }
    }
    let (features, note) = try features(of: data, work)
    let generator = PatternGenerator(features)
    let number = analysed.withLock { analysed in
      analysed.count += 1
      analysed.kept.append(Analysed(number: analysed.count, generator: generator))
      analysed.kept.removeFirst(max(0, analysed.kept.count - GenerateRoutes.most))
      return analysed.count
    }
    return (number, generator, [note].compactMap { $0 } + features.removed.notes)
  }

  private func features(
    of data: Data, _ work: Work<UploadedSound.Problem>
  ) throws(UploadedSound.Problem) -> (SoundFeatures, note: String?) {
    let sound = try UploadedSound(Array(data))
    let header = try sound.stream()
    // The sound is read twice, and once more if it has several channels.
    let passes = header.channels > 1 ? 3.0 : 2
    let total = Double(max(1, header.frames)) * passes / GenerateRoutes.analysis
    var done = 0.0
    func finished(_ frames: Int) throws(UploadedSound.Problem) {
      done += Double(frames)
      try work.report(min(GenerateRoutes.analysis, done / total))
    }
    var mix: ChannelMix?
    if header.channels > 1 {
      var survey = ChannelSurvey(channels: header.channels, sampleRate: header.sampleRate)
      let stream = try sound.stream()
      func add() -> Int? {
        stream.nextFrames { block, frames in
          survey.add(block, frames: frames)
          return frames
        }
      }
      while let frames = add() { try finished(frames) }
      survey.finish()
      mix = survey.mix()
    }
    let features = try SoundFeatures(sampleRate: header.sampleRate, band: SoundFeatures.wholeBand) {
      body throws(UploadedSound.Problem) in
      let stream = try sound.stream()
      while case let block = stream.next(weights: mix?.weights), !block.isEmpty {
        body(block)
        try finished(block.count)
      }
    }
    guard let features else { throw .unreadable("it contains no sound") }
    return (features, mix?.note)
  }
}
