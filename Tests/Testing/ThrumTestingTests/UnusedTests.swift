import Testing
import ThrumEngine

@testable import ThrumTesting

/// An app whose haptics are compiled for iOS only.
private struct PhoneOnlyHaptics {
  func tap() {
    #if os(iOS)
      _ = try? HapticEngine()
    #endif
  }
}

/// Tests that end without having used haptics.
@Suite struct UnusedTests {
  private func run(
    profile: HardwareProfile = .phone, mayBeUnused: Bool = false, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await HapticsTrait(profile: profile, exclusive: false, mayBeUnused: mayBeUnused).provideScope(
      for: #require(Test.current), testCase: nil, performing: body)
  }

  @Test func `a test of code that is not compiled on Linux fails`() async throws {
    let text = try await failures {
      try await run {
        PhoneOnlyHaptics().tap()
        expectNoErrors()
        expectSilence(from: 0, to: 1)
      }
    }
    #expect(text.contains("without having used an engine"))
    // An engine that another test has left explains it better.
    #expect(text.contains("#if os(iOS)") || text.contains("still exists on its test's device"))
  }

  @Test func `an unused device is accepted on request, or if the test expects a count of zero`() async throws {
    try await run(mayBeUnused: true) { PhoneOnlyHaptics().tap() }
    try await run { expectEvents(exactly: 0) }
    try await run { expectEngines(exactly: 0) }
    try await run { expectFeedback(times: 0) }
  }

  @Test func `making an engine, failing to make one, and using another environment all count as use`() async throws {
    try await run { _ = try HapticEngine() }
    try await run(profile: .noHaptics) { _ = try? HapticEngine() }
    try await run { HapticEnvironment.virtual().withScope { expectNoErrors() } }
  }
}
