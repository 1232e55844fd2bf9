import Synchronization
import ThrumEngine

/// Devices of tests that are over, on which an engine still lives: a singleton's, as a rule, which later tests look for in vain.
enum LeftBehind {
  private struct Device: Sendable {
    weak let environment: HapticEnvironment?
    let test: String
  }

  private static let devices = Mutex<[Device]>([])

  /// A test is over.
  static func note(_ environment: HapticEnvironment, test: String) {
    guard environment.livingEngineCount > 0 else { return }
    devices.withLock { devices in
      devices.removeAll { ($0.environment?.livingEngineCount ?? 0) == 0 }
      devices.append(Device(environment: environment, test: test))
    }
  }

  /// What a test without an engine of its own should know; `nil` when there is nothing to say.
  static func hint(for environment: HapticEnvironment) -> String? {
    guard environment.livingEngineCount == 0 else { return nil }
    let tests = devices.withLock { devices in
      devices.filter { $0.environment !== environment && ($0.environment?.livingEngineCount ?? 0) > 0 }.map(\.test)
    }
    guard let first = tests.first else { return nil }
    let names = tests.count == 1 ? "“\(first)”" : "“\(first)” and \(tests.count - 1) more"
    return
      "an engine that was made in \(names) lives on, on the device of that test: if the app keeps it in a static, give all tests "
      + "that touch it .haptics(exclusive: true)"
  }
}
