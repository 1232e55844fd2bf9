import Dispatch
import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumRender

/// Waits for time as a separate engine measures it, by playing a tap that is due later.
final class Metronome: Sendable {
  private let engine: HapticEngine
  private let player: PlayerID
  private let isPlayed = DispatchSemaphore(value: 0)

  init() throws {
    engine = try HapticEngine(EngineConfiguration { SilentOutput() }, in: .realTime())
    try engine.startAndWait()
    let tap = Pattern(entries: [.event(Event(type: .hapticTransient, time: 0))])
    player = try engine.withEngine { (engine) throws(EngineError) in try engine.addPlayer(tap) }
    let (player, isPlayed) = (player, isPlayed)
    engine.withEngine { $0.setCompletionHandler(player) { _ in isPlayed.signal() } }
  }

  /// Returns when at least `seconds` have passed.
  func pass(_ seconds: Double) {
    let player = player
    do {
      try engine.withEngine { (engine) throws(EngineError) in
        try engine.start(player, atTime: engine.currentTime + max(0, seconds))
      }
    } catch { preconditionFailure("a silent engine refuses to play: \(error)") }
    isPlayed.wait()
  }
}
