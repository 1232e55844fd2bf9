import Synchronization
import Testing
import ThrumEngine
import ThrumSystem
import ThrumTime

/// Finished tests' devices that still have an engine, usually a singleton's. Later tests lack that engine.
enum AbandonedDevices {
  private struct Device: Sendable {
    weak let environment: HapticEnvironment?
    let test: String
  }

  private static let devices = Mutex<[Device]>([])

  static func note(_ environment: HapticEnvironment, test: String) {
    guard environment.livingEngineCount > 0 else { return }
    devices.withLock { devices in
      devices.removeAll { ($0.environment?.livingEngineCount ?? 0) == 0 }
      devices.append(Device(environment: environment, test: test))
    }
  }

  static func hint(for environment: HapticEnvironment) -> String? {
    guard environment.livingEngineCount == 0 else { return nil }
    let tests = devices.withLock { devices in
      devices.filter { $0.environment !== environment && ($0.environment?.livingEngineCount ?? 0) > 0 }.map(\.test)
    }
    guard let first = tests.first else { return nil }
    let names = tests.count == 1 ? "“\(first)”" : "“\(first)” and \(tests.count - 1) more"
    return
      "an engine created in \(names) still exists on its test's device: if the app keeps it in a static property, give all tests "
      + "that use it .haptics(exclusive: true)"
  }
}
