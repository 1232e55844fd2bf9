import Synchronization
import ThrumEngine
import ThrumPattern
import ThrumTesting

/// Starts once and assumes that the engine keeps running; makes a player for each effect.
final class TrustingHaptics: AppHaptics {
  private struct State {
    var engine: HapticEngine?
    var isEnabled = true
  }

  private let state = Mutex(State())

  func handle(_ moment: FieldFailure.AppMoment) {
    switch moment {
    case .didLaunch:
      state.withLock { $0.engine = try? HapticEngine() }
      try? state.withLock { $0.engine }?.startAndWait()
    case .userTaps: play(Sample.tap)
    case .userHolds: play(Sample.rumble, loops: true)
    case .settingTurnedOff: state.withLock { $0.isEnabled = false }
    case .willEnterForeground, .willRecord: break
    }
  }

  private func play(_ pattern: Pattern, loops: Bool = false) {
    guard let engine = state.withLock({ $0.isEnabled ? $0.engine : nil }) else { return }
    try? engine.withEngine { engine throws(EngineError) in
      let player = try engine.makePlayer(pattern)
      if loops { try player.setLoops(true) }
      try player.start()
    }
  }
}

/// Discards the engine in the stopped handler, even if it is a new one.
final class ForgettingHaptics: AppHaptics {
  private let engine = Mutex<HapticEngine?>(nil)

  func handle(_ moment: FieldFailure.AppMoment) {
    switch moment {
    case .didLaunch, .willEnterForeground:
      guard let made = engine.withLock({ $0 }) ?? (try? HapticEngine()) else { return }
      engine.withLock { $0 = made }
      made.withEngine { made in
        made.setStoppedHandler { [weak self] _ in self?.engine.withLock { $0 = nil } }
      }
      try? made.startAndWait()
    case .userTaps:
      try? engine.withLock { $0 }?.withEngine { engine throws(EngineError) in
        try engine.makePlayer(Sample.tap).start()
      }
    default: break
    }
  }
}

/// Makes a local engine where it needs one and drops it.
final class LocalHaptics: AppHaptics {
  func handle(_ moment: FieldFailure.AppMoment) {
    guard moment == .userTaps, let engine = try? HapticEngine() else { return }
    try? engine.startAndWait()
    try? engine.withEngine { engine throws(EngineError) in try engine.makePlayer(Sample.tap).start() }
  }
}

/// Makes an engine for every haptic and keeps them all.
final class HoardingHaptics: AppHaptics {
  private let engines = Mutex<[HapticEngine]>([])

  func handle(_ moment: FieldFailure.AppMoment) {
    guard moment == .userTaps, let engine = try? HapticEngine() else { return }
    engines.withLock { $0.append(engine) }
    try? engine.startAndWait()
    try? engine.withEngine { engine throws(EngineError) in try engine.makePlayer(Sample.tap).start() }
  }
}

/// Does nothing before the first tap.
final class LazyHaptics: AppHaptics {
  private let engine = Mutex<HapticEngine?>(nil)

  func handle(_ moment: FieldFailure.AppMoment) {
    guard moment == .userTaps, let made = engine.withLock({ $0 }) ?? (try? HapticEngine()) else { return }
    engine.withLock { $0 = made }
    try? made.startAndWait()
    try? made.withEngine { engine throws(EngineError) in try engine.playPattern(Sample.tap) }
  }
}
