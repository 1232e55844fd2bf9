import ThrumPattern
import ThrumAnalysis
import ThrumDevice
import ThrumEngine

extension Render {
  /// A renderer of files that play together.
  func makeRenderer(
    _ inputs: [PatternFile], _ settings: RenderSettings, _ name: String,
    say: (String) -> Void = { Console.message($0) }
  ) throws -> OfflineRenderer {
    var options = sound
    if signal == .audio { options.audioOnly = true }
    let patterns = try inputs.map { try options.compile($0, sampleRate: settings.sampleRate, say: say).pattern }
    return try makeRenderer(patterns, settings, name)
  }

  /// A renderer of what is asked for; refuses what would be empty, or too long for a file.
  ///
  /// A control that lies years behind the last event is no reason to refuse: then the end is where nothing can sound any more.
  private func makeRenderer(
    _ patterns: [CompiledPattern], _ settings: RenderSettings, _ name: String
  ) throws -> OfflineRenderer {
    let rate = settings.sampleRate
    let end = patterns.map(\.lastFrame).max() ?? 0
    guard sound.start == 0 || sound.start * rate < end else {
      throw Failure(.usage, "\(name): --start \(sound.start) is not before the end at \(fixed(end / rate, 3)) s")
    }
    func renderer(_ length: Double?) -> OfflineRenderer {
      OfflineRenderer(
        patterns, settings: settings, signal: signal, startSeconds: sound.start, lengthSeconds: length)
    }
    let whole = renderer(sound.length)
    if whole.expectedFrames <= frameRoom { return whole }
    let last = (patterns.map(\.lastEventFrame).max() ?? 0) / rate
    let short = renderer(max(0, last - sound.start) + Render.tailSeconds)
    guard sound.length == nil, last.isFinite, short.expectedFrames <= frameRoom else {
      throw Failure(
        .badData,
        "\(name): the pattern lasts \(fixed(Double(whole.expectedFrames) / rate, 0)) s, but a WAV file holds only "
          + "\(fixed(Double(frameRoom) / rate, 0)) s in this format: use --length")
    }
    Console.message(
      "\(name): warning: a control is far after the last event; rendered up to "
        + "\(fixed(last + Render.tailSeconds, 2)) s, after which all is silent")
    return short
  }

  /// What the motor and releases may take behind the last event, s.
  private static let tailSeconds = 1.0

  /// Frames that a WAV file holds: it counts its bytes in 32 bits.
  private var frameRoom: Int { 4_290_000_000 / (signal.channels * format.fileByteCount) }
}
