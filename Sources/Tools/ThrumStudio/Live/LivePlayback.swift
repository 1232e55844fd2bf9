import ThrumDevice
import ThrumEngine
import ThrumPattern

/// The pattern that `play` started. Only one pattern plays at a time.
struct LivePlayback {
  private var player: HapticPlayer?
  private var length = 0.0
  private var loops = false
  private var rate = 1.0
  private var offset = 0.0
  private var anchor: SampleTime = 0

  var isPlaying: Bool { player != nil }

  mutating func play(
    _ pattern: StudioPattern, _ wanted: ClientMessage.Play, on live: inout LiveEngine
  ) throws(EngineError) {
    stop()
    guard let playable = pattern.playable else { throw EngineError(.invalidPatternData, pattern.refusal) }
    let engine = try live.start()
    var options = PlayerOptions()
    options.soundFailed = { _ in }
    // `makePlayer` reads the sounds opened here.
    var paths: [String: String] = [:]
    for name in playable.events.compactMap(\.waveformPath) { paths[name] = pattern.sounds.path(name) }
    options.resolveSound = { [paths] in paths[$0] }
    let begun = try engine.withEngine { [options] engine throws(EngineError) in
      let player = try engine.makePlayer(playable, options: options)
      let length = player.duration
      if wanted.loop, length > 0 {
        try player.setLoopEnd(length)
        try player.setLoops(true)
      }
      try player.setRate(wanted.rate)
      let frame = engine.meter.renderedFrames
      try engine.start([player], offset: length > 0 ? min(wanted.offset, length) : 0)
      return (player: player, length: length, frame: frame)
    }
    withExtendedLifetime(pattern.sounds) {}
    (player, length, anchor) = (begun.player, begun.length, begun.frame)
    (loops, rate, offset) = (wanted.loop && length > 0, wanted.rate, min(wanted.offset, length))
  }

  /// Returns the position in the pattern, s.
  func position(_ live: LiveEngine) -> Double? {
    guard player != nil, let engine = live.engine else { return nil }
    let frames = engine.withEngine { max(0, $0.meter.renderedFrames) } - anchor
    let travelled = offset + Double(max(0, frames)) / live.sound.rate * rate
    return loops ? travelled.truncatingRemainder(dividingBy: length) : min(travelled, length)
  }

  /// Returns `true` once, after the end of the pattern.
  mutating func hasEnded() -> Bool {
    guard let player, !player.isActive else { return false }
    self.player = nil
    return true
  }

  mutating func stop() {
    try? player?.cancel()
    player = nil
  }
}
