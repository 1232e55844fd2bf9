import Foundation
import ThrumEngine
import Synchronization
import Testing

/// A device of its own for each test of a framework without task-locals around its tests, such as XCTest: to be begun
/// in `setUp` and ended in `tearDown`.
///
///     let haptics = HapticTestScope()
///     override func setUp() { haptics.begin { XCTFail("\($0)") } }
///     override func tearDown() { haptics.end() }
///
/// Between the two it is the process's exclusive environment, so that every engine lives there, whoever makes it.
///
/// - Thread: any for all members; from the main thread they let the main run loop turn while they wait.
public final class HapticTestScope: Sendable {
  private struct State {
    var environment: HapticEnvironment?
  }

  /// A closure inside a value: generic code that held the closure itself would wrap it in one more at every reading.
  private struct Reporter {
    let report: @Sendable (HapticTestFailure) -> Void
  }

  private static let active = Mutex<Reporter?>(nil)
  /// What is done with failures outside Swift Testing.
  static var reporter: (@Sendable (HapticTestFailure) -> Void)? { active.withLock { $0 }?.report }

  /// Runs `body` with a reporter of its own.
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
  private let state = Mutex(State())

  /// Makes a scope; nothing happens before ``begin(_:)``.
  public init(profile: HardwareProfile = .phone) { self.profile = profile }

  /// The device, from ``begin(_:)`` to ``end()``; outside of these the caller's.
  public var environment: HapticEnvironment { state.withLock { $0.environment } ?? .current }

  /// Makes a new device and has every engine of the process live there; waits while another exclusive test runs. Engines of the test
  /// before that have outlived it, a singleton's, live on there, with a new timeline and without faults.
  /// `report` is notified what fails: expectations, and at the end the device's problems.
  public func begin(_ report: @escaping @Sendable (HapticTestFailure) -> Void) {
    while !TaskTurns.exclusive.takeNow() { Waiting.turn() }
    let environment = ExclusiveDevice.make(profile)
    LinkedLibraries.register()
    RunningTests.begin(environment, name: "a HapticTestScope")
    HapticTestScope.setReporter(Reporter(report: report))
    state.withLockReleasing { state in
      defer { state.environment = environment }
      return state.environment
    }
    if !environment.becomeExclusive() {
      report(HapticTestFailure(message: "another environment is the process's exclusive one", path: "", line: 1))
    }
  }

  /// Reports the device's problems and gives the process back. Ending twice is allowed.
  public func end() {
    // Engines that are on their way out are not taken for a singleton's.
    if environment.livingEngineCount > 0, Waiting.isPossible { settle() }
    guard let environment = state.withLock({ state in state.environment.take() }) else { return }
    RunningTests.end(environment)
    for problem in Problems.distinct(environment.problems) {
      HapticTestScope.reporter?(HapticTestFailure(message: problem, path: "", line: 1))
    }
    HapticTestScope.setReporter(nil)
    environment.resignExclusive()
    environment.endSystemEngine()
    ExclusiveDevice.leave(environment)
    TaskTurns.exclusive.giveBack()
  }

  /// Delivers what is due now, and lets what handlers have started elsewhere finish, the main queue included.
  public func settle() { wait("settle()") { await $0.settle() } }

  /// Waits in real time, N seconds at most, until something happens: for a `Timer`, and whatever else virtual time knows nothing of.
  public func settle(upTo seconds: Double) { wait("settle(upTo:)") { await $0.settle(upTo: seconds) } }

  /// Waits in real time, N seconds at most, until something happens: in an async test.
  public func settle(upTo seconds: Double) async { await environment.settle(upTo: seconds) }

  /// Lets `seconds` pass, 0 or more; after every instant at which a handler ran, what it has started may finish.
  public func advance(by seconds: Double) { wait("advance(by:)") { await $0.advance(by: seconds) } }

  /// Lets time pass until nothing is left that will happen on its own, at most `limit` seconds.
  public func runUntilIdle(limit: Double = 3600) { wait("runUntilIdle()") { await $0.runUntilIdle(limit: limit) } }

  /// Delivers what is due now, and lets what handlers have started elsewhere finish: in an async test.
  public func settle() async { await environment.settle() }

  /// Lets `seconds` pass, 0 or more; after every instant at which a handler ran, what it has started may finish: in an async test.
  public func advance(by seconds: Double) async { await environment.advance(by: seconds) }

  /// Lets time pass until nothing is left that will happen on its own, at most `limit` seconds: in an async test.
  public func runUntilIdle(limit: Double = 3600) async { await environment.runUntilIdle(limit: limit) }

  /// Waits, unless what is waited for could never come: a task of the main actor holds it until it ends or awaits.
  private func wait(_ call: String, _ body: @escaping @Sendable (HapticEnvironment) async -> Void) {
    let environment = environment
    guard Waiting.isPossible else {
      let message =
        "\(call) without await, in a task of the main actor: the main actor could not do what is waited for; write "
        + "`await haptics.\(call)`, in an async function"
      HapticTestScope.reporter?(HapticTestFailure(message: message, path: "", line: 1))
      return
    }
    Waiting.wait { await body(environment) }
  }
}

/// Waiting for asynchronous work from code that is not.
private enum Waiting {
  /// Whether waiting here can end.
  static var isPossible: Bool { !Thread.isMainThread || withUnsafeCurrentTask { $0 == nil } }

  /// Runs `body` elsewhere and returns when it has; the main thread continues serving its run loop and queue.
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

  /// Lets the run loop do what it has to do, for a moment.
  static func turn() {
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
  }
}

/// Something that is raised once.
private final class Flag: Sendable {
  private let raised = Atomic(false)
  var isRaised: Bool { raised.load(ordering: .acquiring) }
  /// Pairs with the load of ``isRaised``.
  func raise() { raised.store(true, ordering: .releasing) }
}
