import Synchronization
import ThrumEngine

/// The device for exclusive tests, kept while one of its engines exists (decision 0036). Callers take turns
/// (``TaskTurns``).
enum ExclusiveDevice {
  private static let last = Mutex<HapticEnvironment?>(nil)

  static func make(_ profile: HardwareProfile) -> HapticEnvironment {
    guard let known = last.withLock({ $0.take() }), known.livingEngineCount > 0 else {
      return .virtual(profile: profile)
    }
    known.restart(profile: profile)
    return known
  }

  static func leave(_ environment: HapticEnvironment) {
    let next = environment.livingEngineCount > 0 ? environment : nil
    last.withLockReleasing { last in
      defer { last = next }
      return last
    }
  }
}
