import Synchronization
import ThrumEngine

/// The device of exclusive tests: a new one for each, unless an engine of the test before has outlived it. Then that engine's device
/// restarts, as an app's singleton lives on in its process. Only for who has the turn (``TaskTurns``).
enum ExclusiveDevice {
  private static let last = Mutex<HapticEnvironment?>(nil)

  /// The device of the next test.
  static func make(_ profile: HardwareProfile) -> HapticEnvironment {
    guard let known = last.withLock({ $0.take() }), known.livingEngineCount > 0 else {
      return .virtual(profile: profile)
    }
    known.restart(profile: profile)
    return known
  }

  /// A test is over.
  static func leave(_ environment: HapticEnvironment) {
    let next = environment.livingEngineCount > 0 ? environment : nil
    last.withLockReleasing { last in
      defer { last = next }
      return last
    }
  }
}
