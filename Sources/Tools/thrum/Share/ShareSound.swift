import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumOutput
import ThrumPattern

/// A pattern's sound as FLAC, equal to 16-bit output of `thrum render` with the same rate and monitor.
struct ShareSound {
  let flac: [UInt8]
  let sampleRate: Int
  let seconds: Double
  let isCut: Bool
  /// Level on the monitor, for matching patterns. `nil` for silence.
  let level: LevelMatch.Side?
  let soundSeconds: [String: Double]

  /// Maximum length, s.
  static let longest = 60.0
  /// A vibration and its harmonics are far below 8 kHz.
  private static let hapticRate = 16_000
  /// Tried in order until the sound is small enough.
  private static let audioRates = [48_000, 24_000, hapticRate]
  /// Maximum bytes per 10 s of a small sound.
  private static let small = 150_000

  init(
    _ file: WholeFile, monitor: MonitorMode, find: ((String) -> String?)?, say: (String) -> Void,
    _ work: Work<any Error>
  ) throws {
    let hasAudio = try file.playable { _ in }.events.contains { !$0.type.isHaptic }
    var made: Made?
    for rate in hasAudio ? ShareSound.audioRates : [ShareSound.hapticRate] {
      let next = try Made(file, sampleRate: rate, monitor: monitor, find: find, say: made == nil ? say : { _ in }, work)
      made = next
      if Double(next.flac.count) <= Double(ShareSound.small) * max(1, next.seconds / 10) { break }
    }
    guard let made else { preconditionFailure("there is no rate") }
    (flac, sampleRate, seconds, isCut) = (made.flac, made.sampleRate, made.seconds, made.isCut)
    (level, soundSeconds) = (made.level, made.soundSeconds)
  }
}

private struct Made {
  let flac: [UInt8]
  let sampleRate: Int
  let seconds: Double
  let isCut: Bool
  let level: LevelMatch.Side?
  let soundSeconds: [String: Double]

  init(
    _ file: WholeFile, sampleRate: Int, monitor: MonitorMode, find: ((String) -> String?)?, say: (String) -> Void,
    _ work: Work<any Error>
  ) throws {
    self.sampleRate = sampleRate
    var settings = RenderSettings()
    settings.sampleRate = Double(sampleRate)
    settings.monitor = monitor
    let compiled = try file.compiled(sampleRate: settings.sampleRate, find: find, say: say)
    soundSeconds = compiled.soundSeconds
    let most = Int(ShareSound.longest * settings.sampleRate)
    var renderer = OfflineRenderer(compiled.patterns, settings: settings)
    var samples: [Float] = []
    while samples.count < 2 * most, renderer.renderNext({ samples += $0 }) { try work.check() }
    isCut = samples.count > 2 * most
    if isCut { samples.removeLast(samples.count - 2 * most) }
    seconds = Double(samples.count / 2) / settings.sampleRate
    // Channels are equal unless a sound is panned.
    let isMono = stride(from: 0, to: samples.count - 1, by: 2).allSatisfy { samples[$0] == samples[$0 + 1] }
    let channels = isMono ? stride(from: 0, to: samples.count, by: 2).map { samples[$0] } : samples
    flac = try FLACSound.encoded(channels, channels: isMono ? 1 : 2, sampleRate: sampleRate)
    level = try LevelMatch.Side(OfflineRenderer(compiled.patterns, settings: settings), settings, work)
  }
}
