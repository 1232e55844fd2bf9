import Dispatch
import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumRender

/// Waits for time as a separate engine measures it, by playing a tap that is due later.
final class Metronome: Sendable {
  private let engine: HapticEngine
  private let player: HapticPlayer
  private let isPlayed = DispatchSemaphore(value: 0)

  init() throws {
    engine = try HapticEngine(EngineConfiguration { SilentOutput() }, in: .realTime())
    try engine.startAndWait()
    let tap = Pattern(entries: [.event(Event(type: .hapticTransient, time: 0))])
    player = try engine.withEngine { (engine) throws(EngineError) in try engine.makePlayer(tap) }
    player.setCompletionHandler { [isPlayed] _ in isPlayed.signal() }
  }

  /// Returns when at least `seconds` have passed.
  func pass(_ seconds: Double) {
    do {
      try player.start(at: engine.currentTime + max(0, seconds))
    } catch { preconditionFailure("a silent engine refuses to play: \(error)") }
    isPlayed.wait()
  }
}
