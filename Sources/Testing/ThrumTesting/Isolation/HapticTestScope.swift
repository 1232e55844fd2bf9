import Foundation
import Synchronization
import Testing
import ThrumEngine
import ThrumSystem
import ThrumTime

/// A device per test for frameworks that set no task-locals around tests, such as XCTest.
///
///     let haptics = HapticTestScope()
///     override func setUp() {
///       haptics.begin { [unowned self] in
///         recordFailure(withDescription: $0.message, inFile: $0.path, atLine: $0.line, expected: true)
///       }
///     }
///     override func tearDown() { haptics.end() }
///
/// Between `begin` and `end`, all of the process's engines use the device, as with `.haptics(exclusive: true)`.
///
/// - Thread: any; on the main thread, members run the main run loop while they wait.
public final class HapticTestScope: Sendable {
  private struct State {
    var environment: HapticEnvironment?
    /// Source file that called ``begin(path:line:_:)``.
    var path = ""
    var line = 1
  }

  private struct Reporter {
    let report: @Sendable (HapticTestFailure) -> Void
  }

  private static let active = Mutex<Reporter?>(nil)
  static var reporter: (@Sendable (HapticTestFailure) -> Void)? { active.withLock { $0 }?.report }

  static func withReporter(_ report: @escaping @Sendable (HapticTestFailure) -> Void, _ body: () -> Void) {
    let before = active.withLock { $0 }
    setReporter(Reporter(report: report))
    body()
    setReporter(before)
  }

  private static func setReporter(_ reporter: Reporter?) {
    active.withLockReleasing { active in
      defer { active = reporter }
      return active
    }
  }

  private let profile: HardwareProfile
  private let mayBeUnused: Bool
  private let strict: Bool
  private let state = Mutex(State())

  /// Creates a scope with the options of `haptics(profile:exclusive:mayBeUnused:strict:)`.
  public init(profile: HardwareProfile = .standard, mayBeUnused: Bool = false, strict: Bool = false) {
    self.profile = profile
    self.mayBeUnused = mayBeUnused
    self.strict = strict
  }

  /// The scope's device between ``begin(path:line:_:)`` and ``end()``; the caller's device at other times.
  public var environment: HapticEnvironment { state.withLock { $0.environment } ?? .current }

  /// Creates the device. Waits while another exclusive test is running.
  ///
  /// - Parameters:
  ///   - path: File named in failures that have no source location, such as device problems.
  ///   - line: Line in that file.
  ///   - report: Receives each failed expectation and, at the end, the device's problems, on the thread of the
  ///     expectation.
  public func begin(path: String = #filePath, line: Int = #line, _ report: @escaping (HapticTestFailure) -> Void) {
    // Safety: `@Sendable` does not change a function's representation. Expectations fail on the test's own thread, and
    // only one scope is active at a time.
    let report = unsafeBitCast(report, to: (@Sendable (HapticTestFailure) -> Void).self)
    while !TaskTurns.exclusive.takeNow() { Waiting.turn() }
    let environment = ExclusiveDevice.make(profile)
    environment.setStrict(strict)
    LinkedLibraries.register()
    RunningTests.begin(environment, name: "a HapticTestScope")
    HapticTestScope.setReporter(Reporter(report: report))
    state.withLockReleasing { state in
      defer { state = State(environment: environment, path: path, line: line) }
      return state.environment
    }
    if !environment.becomeExclusive() {
      report(failure("another environment is exclusive in this process"))
    }
  }

  /// Reports the device's problems and ends its exclusive hold on the process. Safe to call twice.
  public func end() {
    // As in `Exclusivity.run`.
    if environment.livingEngineCount > 0, Waiting.isPossible { settle() }
    guard let environment = state.withLock({ state in state.environment.take() }) else { return }
    environment.stopCalling()
    if Waiting.isPossible { Waiting.wait { await environment.endTest() } }
    RunningTests.end(environment)
    for problem in Problems.distinct(environment.problems) {
      HapticTestScope.reporter?(failure(problem))
    }
    if !mayBeUnused, let problem = Unused.problem(of: environment) { HapticTestScope.reporter?(failure(problem)) }
    HapticTestScope.setReporter(nil)
    environment.resignExclusive()
    ExclusiveDevice.leave(environment)
    TaskTurns.exclusive.giveBack()
  }

  /// Delivers due handlers and waits for the work they start, including on the main queue.
  public func settle() { wait("settle()") { await $0.settle() } }

  /// Waits up to `seconds` of real time for something outside virtual time, such as a `Timer` on another run loop.
  public func settle(upTo seconds: Double) { wait("settle(upTo:)") { await $0.settle(upTo: seconds) } }

  /// Async variant of `settle(upTo:)`.
  public func settle(upTo seconds: Double) async { await environment.settle(upTo: seconds) }

  /// Advances time by `seconds`. After each instant at which a handler ran, waits for the work it started.
  public func advance(by seconds: Double) { wait("advance(by:)") { await $0.advance(by: seconds) } }

  /// Advances time until nothing is pending, by at most `limit` seconds.
  public func runUntilIdle(limit: Double = 3600) { wait("runUntilIdle()") { await $0.runUntilIdle(limit: limit) } }

  /// Async variant of `settle()`.
  public func settle() async { await environment.settle() }

  /// Async variant of `advance(by:)`.
  public func advance(by seconds: Double) async { await environment.advance(by: seconds) }

  /// Async variant of `runUntilIdle(limit:)`.
  public func runUntilIdle(limit: Double = 3600) async { await environment.runUntilIdle(limit: limit) }

  /// Waits, except in a task on the main actor, where the wait would never end.
  private func wait(_ call: String, _ body: @escaping @Sendable (HapticEnvironment) async -> Void) {
    let environment = environment
    guard Waiting.isPossible else {
      let message =
        "\(call) without await, in a task on the main actor, would block the work it waits for; write "
        + "`await haptics.\(call)` in an async function"
      HapticTestScope.reporter?(failure(message))
      return
    }
    Waiting.wait { await body(environment) }
  }

  private func failure(_ message: String) -> HapticTestFailure {
    state.withLock { HapticTestFailure(message: message, path: $0.path, line: $0.line) }
  }
}

private enum Waiting {
  static var isPossible: Bool { !Thread.isMainThread || withUnsafeCurrentTask { $0 == nil } }

  static func wait(for body: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    let flag = Flag()
    Task.detached {
      await body()
      flag.raise()
      done.signal()
      DispatchQueue.main.async {}
    }
    guard Thread.isMainThread else { return done.wait() }
    while !flag.isRaised { turn() }
  }

  static func turn() {
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
  }
}

private final class Flag: Sendable {
  private let raised = Atomic(false)
  var isRaised: Bool { raised.load(ordering: .acquiring) }
  func raise() { raised.store(true, ordering: .releasing) }
}

/// A failed expectation, passed to the closure of ``HapticTestScope``.
public struct HapticTestFailure: Sendable, CustomStringConvertible {
  /// Expected and actual behaviour, with an excerpt of the timeline.
  public let message: String
  /// Path of the source file, empty if unknown.
  public let path: String
  /// Line, from 1.
  public let line: Int

  /// Source location, if known, and message.
  public var description: String {
    guard !path.isEmpty else { return message }
    return "\(path.split(separator: "/").last ?? ""):\(line): \(message)"
  }
}

extension SourceLocation {
  static let unknown = SourceLocation(fileID: "ThrumTesting/Unknown.swift", filePath: "", line: 1, column: 1)

  var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}
