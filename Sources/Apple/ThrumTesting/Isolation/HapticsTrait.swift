import ThrumEngine
import Testing

/// Gives every test case a device of its own, in virtual time; see `Trait.haptics(profile:exclusive:)`.
public struct HapticsTrait: TestTrait, SuiteTrait, TestScoping {
  /// What the device can do.
  public let profile: HardwareProfile
  /// Whether engines of statics, queues and detached tasks live there, too.
  public let exclusive: Bool
  /// Suites within a suite have it as well.
  public var isRecursive: Bool { true }

  /// One scope for each test case; none for a suite or for all cases of a test together.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

  /// Makes the device, runs the test case with it, and records what the device has to complain about; when an error
  /// got out or an expectation of ours failed, the whole timeline is attached.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard exclusive else { return try await run(test, in: .virtual(profile: profile), function) }
    try await Exclusivity.run(profile, at: test.sourceLocation) { environment in
      try await run(test, in: environment, function)
    }
  }

  private func run(
    _ test: Test, in environment: HapticEnvironment, _ function: @Sendable () async throws -> Void
  ) async throws {
    LinkedLibraries.register()
    RunningTests.begin(environment, name: test.name)
    var hasThrown = true
    defer {
      for problem in Problems.distinct(environment.problems) { TestFailures.report(problem, at: test.sourceLocation) }
      if !exclusive { LeftBehind.note(environment, test: test.name) }
      if RunningTests.end(environment) || hasThrown || !environment.problems.isEmpty {
        Attachment.record(
          environment.timeline.description, named: "timeline.txt", sourceLocation: test.sourceLocation)
      }
      environment.endSystemEngine()
    }
    try await environment.withScope { try await function() }
    hasThrown = false
  }
}

extension Trait where Self == HapticsTrait {
  /// Every test case has a device of its own, in virtual time: `HapticEnvironment.current` in the test and the tasks
  /// below it. Problems of the device are recorded as issues at the test's end.
  ///
  /// With `exclusive`, engines that are made elsewhere, in statics, on Dispatch queues and in detached tasks, live
  /// there as well; such tests wait for each other, the first come first, and run in parallel with all others. An engine that
  /// outlives its test, a singleton's, lives on in the next exclusive one: its state and handlers stay, the timeline is new, and
  /// there are no faults.
  public static func haptics(profile: HardwareProfile = .phone, exclusive: Bool = false) -> Self {
    HapticsTrait(profile: profile, exclusive: exclusive)
  }
}

extension TaskTurns {
  /// Whose is the process's exclusive environment: one test's at a time, the others' in the order in which they came.
  static let exclusive = TaskTurns()
}

/// The process's exclusive environment, for the length of a test.
enum Exclusivity {
  /// The environment of a test further out that has the right already.
  @TaskLocal private static var holder: HapticEnvironment?

  static func run(
    _ profile: HardwareProfile, at location: SourceLocation, _ body: @Sendable (HapticEnvironment) async throws -> Void
  ) async throws {
    let outer = holder
    if outer == nil { await TaskTurns.exclusive.take() }
    outer?.resignExclusive()
    let environment = outer == nil ? ExclusiveDevice.make(profile) : .virtual(profile: profile)
    if !environment.becomeExclusive() {
      TestFailures.report(
        "another environment is the process's exclusive one, and not by this trait: engines of statics and queues are "
          + "not seen by this test", at: location)
    }
    defer {
      environment.resignExclusive()
      if let outer {
        _ = outer.becomeExclusive()
      } else {
        ExclusiveDevice.leave(environment)
        TaskTurns.exclusive.giveBack()
      }
    }
    try await $holder.withValue(environment) {
      // Engines that are on their way out are not taken for a singleton's.
      func settle() async { if outer == nil, environment.livingEngineCount > 0 { await environment.settle() } }
      do { try await body(environment) } catch {
        await settle()
        throw error
      }
      await settle()
    }
  }
}

/// Sentences of an environment, for people.
enum Problems {
  /// Each once, with the number of times it was said.
  static func distinct(_ problems: [String]) -> [String] {
    var counts: [String: Int] = [:]
    for problem in problems { counts[problem, default: 0] += 1 }
    var result: [String] = []
    for problem in problems {
      guard let count = counts.removeValue(forKey: problem) else { continue }
      result.append(count > 1 ? "\(problem) (\(count) times)" : problem)
    }
    return result
  }
}
