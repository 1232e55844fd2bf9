import Testing
import ThrumEngine
import ThrumTime

/// The trait `.haptics(profile:exclusive:mayBeUnused:strict:)`.
public struct HapticsTrait: TestTrait, SuiteTrait, TestScoping {
  /// Device capabilities.
  public var profile: HardwareProfile { given ?? .standard }
  private let given: HardwareProfile?
  /// Whether engines created outside the test's tasks use the device, too.
  public let exclusive: Bool
  let mayBeUnused: Bool
  let strict: Bool
  /// Applies to nested suites.
  public var isRecursive: Bool { true }

  init(profile: HardwareProfile?, exclusive: Bool, mayBeUnused: Bool, strict: Bool = false) {
    given = profile
    self.exclusive = exclusive
    self.mayBeUnused = mayBeUnused
    self.strict = strict
  }

  /// The trait for a test with this trait and `inner`, which is nearer to the test.
  private func joined(with inner: HapticsTrait) -> HapticsTrait {
    HapticsTrait(
      profile: inner.given ?? given, exclusive: exclusive || inner.exclusive,
      mayBeUnused: mayBeUnused || inner.mayBeUnused, strict: strict || inner.strict)
  }

  /// The test whose case has a device already, from a trait of an outer suite.
  @TaskLocal private static var served: Test.ID?

  /// Provides a scope for each test case, but not for a suite.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

  /// Runs the test case on a device and records the device's problems. Attaches the timeline if the test fails.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A test case has one device, however many traits it has from its suites.
    guard testCase != nil else { return try await serve(test, function) }
    guard HapticsTrait.served != test.id else { return try await function() }
    let trait = test.traits.compactMap { $0 as? HapticsTrait }.reduce(self) { $0.joined(with: $1) }
    try await HapticsTrait.$served.withValue(test.id) { try await trait.serve(test, function) }
  }

  private func serve(_ test: Test, _ function: @Sendable () async throws -> Void) async throws {
    guard exclusive else { return try await run(test, in: .virtual(profile: profile), function) }
    try await Exclusivity.run(profile, at: test.sourceLocation) { environment in
      try await run(test, in: environment, function)
    }
  }

  private func run(
    _ test: Test, in environment: HapticEnvironment, _ function: @Sendable () async throws -> Void
  ) async throws {
    LinkedLibraries.register()
    environment.setStrict(strict)
    RunningTests.begin(environment, name: test.name)
    var hasThrown = true
    defer {
      for problem in Problems.distinct(environment.problems) { TestFailures.report(problem, at: test.sourceLocation) }
      if !hasThrown, !mayBeUnused, let problem = Unused.problem(of: environment) {
        TestFailures.report(problem, at: test.sourceLocation)
      }
      if exclusive { environment.noteTest(test.name) } else { AbandonedDevices.note(environment, test: test.name) }
      if RunningTests.end(environment) || hasThrown || !environment.problems.isEmpty {
        Attachment.record(
          environment.timeline.description, named: "timeline.txt", sourceLocation: test.sourceLocation)
      }
    }
    do { try await environment.withScope { try await function() } } catch {
      await environment.endTest()
      throw error
    }
    await environment.endTest()
    hasThrown = false
  }
}

extension Trait where Self == HapticsTrait {
  /// Gives every test case its own device in virtual time.
  ///
  /// In the test and child tasks, the device is `HapticEnvironment.current`. Its problems become issues when the
  /// test ends.
  ///
  /// If `exclusive`, engines from statics, Dispatch queues and detached tasks also use the device. Exclusive tests
  /// run one after another, in parallel with all other tests. An engine that survives its test, such as a singleton's,
  /// is kept for the next exclusive test, with a new timeline and no faults.
  ///
  /// A test fails if it uses no haptics (perhaps its code is inside `#if os(iOS)`), unless it expects zero
  /// events, engines or feedback, or `mayBeUnused` is set.
  ///
  /// If `strict`, whatever a phone would punish (`PhoneTrap`) fails the test instead of being a note in the timeline.
  ///
  /// The options of a suite's and a test's trait add up; the profile given nearest to the test applies (`.standard` if
  /// none is given).
  public static func haptics(
    profile: HardwareProfile? = nil, exclusive: Bool = false, mayBeUnused: Bool = false, strict: Bool = false
  ) -> Self {
    HapticsTrait(profile: profile, exclusive: exclusive, mayBeUnused: mayBeUnused, strict: strict)
  }

  /// The same with named options: `.haptics(.exclusive, .strict)`.
  public static func haptics(
    _ first: HapticsTrait.Option, _ others: HapticsTrait.Option..., profile: HardwareProfile? = nil
  ) -> Self {
    let options = Set([first] + others)
    return HapticsTrait(
      profile: profile, exclusive: options.contains(.exclusive), mayBeUnused: options.contains(.mayBeUnused),
      strict: options.contains(.strict))
  }
}

extension HapticsTrait {
  /// An option of the trait.
  public enum Option: Sendable {
    /// Engines created outside the test's tasks use the device, too.
    case exclusive
    /// The test need not use haptics.
    case mayBeUnused
    /// Whatever a phone would punish fails the test.
    case strict
  }
}

extension TaskTurns {
  static let exclusive = TaskTurns()
}

/// The process's exclusive environment during a test.
enum Exclusivity {
  /// The environment of an enclosing test, whose turn it already is.
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
        "another environment was made exclusive, but not by this trait: this test does not see engines that "
          + "are created in static properties or on queues", at: location)
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
      func settle() async { if outer == nil { await ExclusiveDevice.settle(environment) } }
      do { try await body(environment) } catch {
        await settle()
        throw error
      }
      await settle()
    }
  }
}
