import Testing
import ThrumEngine
import ThrumTime

enum Unused {
  static func problem(of environment: HapticEnvironment) -> String? {
    guard !environment.isUsed else { return nil }
    return "the test ended without having used an engine, a player, a feedback generator or a system sound: "
      + cause(in: environment)
  }

  private static func cause(in environment: HapticEnvironment) -> String {
    if let hint = AbandonedDevices.hint(for: environment) { return hint }
    let earlier = environment.unusedTests.map { "“\($0)”" }.joined(separator: ", ")
    if !earlier.isEmpty {
      return
        "an engine made in \(earlier) lives on, and this test did not use it: perhaps the app remembers there that it "
        + "is stopped. Reset the app's own state, or set mayBeUnused"
    }
    return "is the code inside #if os(iOS), which is not compiled on Linux? Write #if canImport(CoreHaptics), or set "
      + "mayBeUnused"
  }
}
