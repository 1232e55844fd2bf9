import Foundation
import Testing
import ThrumEngine
import ThrumSystem
import ThrumTime

package enum TestFailures {
  package static func report(_ text: String, at location: SourceLocation) {
    var message = text
    let environment = HapticEnvironment.scoped
    if let environment { RunningTests.noteFailure(in: environment) }
    if let hint = environment.map(TestFailures.hint) ?? TestFailures.hintWithoutTrait {
      message += (text.hasSuffix("\n") ? "" : "\n") + "note: \(hint)"
    }
    if Test.current == nil, let reporter = HapticTestScope.reporter {
      return reporter(HapticTestFailure(message: message, path: location.path, line: location.line))
    }
    Issue.record(Comment(rawValue: message), sourceLocation: location)
  }

  private static func hint(_ environment: HapticEnvironment) -> String? {
    if let hint = AbandonedDevices.hint(for: environment) { return hint }
    guard environment.isVirtual, environment.now == 0 else { return nil }
    return "no time has passed in this test: `await HapticEnvironment.current.advance(by: 1)` lets a second pass"
  }

  private static var hintWithoutTrait: String? {
    guard Test.current != nil, HapticEnvironment.exclusive == nil, HapticEnvironment.wasProcessUsed else { return nil }
    return "this test has no `.haptics()` trait, so its clock is real and `advance` does nothing: give the test or its "
      + "suite the trait"
  }
}
