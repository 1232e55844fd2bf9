import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumPattern

extension Render {
  func makeRenderer(
    _ inputs: [PatternFile], _ settings: RenderSettings, _ name: String,
    say: (String) -> Void = { Console.message($0) }
  ) throws -> OfflineRenderer {
    var options = sound
    if signal == .audio { options.audioOnly = true }
    let patterns = try inputs.map { try options.compile($0, sampleRate: settings.sampleRate, say: say).pattern }
    return try makeRenderer(patterns, settings, name)
  }

  /// Throws `Failure` if nothing would be rendered or a WAV file would be too long.
  ///
  /// Controls long after the last event are allowed, since rendering stops once nothing can sound.
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
        "\(name): the pattern lasts \(fixed(Double(whole.expectedFrames) / rate, 0)) s, but a WAV file can hold only "
          + "\(fixed(Double(frameRoom) / rate, 0)) s in this format: use --length")
    }
    Console.message(
      "\(name): warning: a control comes long after the last event; rendering ends at "
        + "\(fixed(last + Render.tailSeconds, 2)) s, because the rest would be silence")
    return short
  }

  /// Time for releases and ringing after the last event.
  private static let tailSeconds = 1.0

  /// A WAV file's size field has 32 bits.
  private var frameRoom: Int { 4_290_000_000 / (signal.channels * format.fileByteCount) }
}
