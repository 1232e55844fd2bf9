import Synchronization
import ThrumEngine
import ThrumPattern
import ThrumTesting

/// An app's haptics: receives events of the app and plays haptics.
protocol AppHaptics: Sendable {
  init()
  func handle(_ moment: FieldFailure.AppMoment)
}

/// Correct haptics: one engine and one player per effect, ready at launch, restarted when needed.
final class CarefulHaptics: AppHaptics {
  private struct Ready {
    let engine: HapticEngine
    let tap: HapticPlayer
    let hold: HapticPlayer
  }

  private struct State {
    var ready: Ready?
    var isEnabled = true
  }

  private let state = Mutex(State())

  func handle(_ moment: FieldFailure.AppMoment) {
    switch moment {
    case .didLaunch: prepare()
    case .willEnterForeground: restart()
    case .userTaps: play(\.tap)
    case .userHolds: play(\.hold)
    case .settingTurnedOff: turnOff()
    case .willRecord: HapticEnvironment.current.setAllowsHapticsDuringRecording(true)
    }
  }

  private func prepare() {
    do throws(EngineError) {
      let engine = try HapticEngine()
      engine.withEngine { engine in
        engine.setPlaysHapticsOnly(true)
        engine.setAutoShutdownEnabled(true)
        engine.setResetHandler { [weak self] in self?.prepare() }
      }
      let (tap, hold) = try engine.withEngine { engine throws(EngineError) in
        (try engine.makePlayer(Sample.tap), try engine.makePlayer(Sample.rumble))
      }
      state.withLock { $0.ready = Ready(engine: engine, tap: tap, hold: hold) }
      try engine.startAndWait()
    } catch {
      // No haptics for now: every play tries again.
    }
  }

  private func restart() {
    guard let ready = state.withLock({ $0.isEnabled ? $0.ready : nil }) else { return }
    try? ready.engine.startAndWait()
  }

  private func play(_ effect: KeyPath<Ready, HapticPlayer> & Sendable) {
    guard let ready = state.withLock({ $0.isEnabled ? $0.ready : nil }) else { return }
    do throws(EngineError) {
      try ready.engine.startAndWait()
      try ready[keyPath: effect].start()
    } catch {
      // The next play tries again.
    }
  }

  private func turnOff() {
    let ready = state.withLock { state in
      state.isEnabled = false
      return state.ready
    }
    guard let ready else { return }
    for player in [ready.tap, ready.hold] { try? player.cancel() }
    ready.engine.stop()
  }
}
