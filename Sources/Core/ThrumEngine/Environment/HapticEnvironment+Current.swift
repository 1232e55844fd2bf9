import CLinux
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import ThrumDevice
import ThrumRender
import ThrumSystem

/// Defaults for properties missing from an engine's configuration.
public struct EngineDefaults: Sendable {
  /// Creates an engine's output.
  public var makeOutput: @Sendable () -> any OutputDevice = { SilentOutput() }
  /// Sound reader, or `nil` for that of a linked output library.
  ///
  /// Without such a library, Thrum's own reader leaves compressed sounds silent.
  public var soundReader: (any SoundReader & Sendable)?

  /// Creates silent defaults.
  public init() {}
}

extension HapticEnvironment {
  private struct Watcher: Sendable {
    let environment: HapticEnvironment
    var count = 0
  }

  private struct Shared: Sendable {
    var exclusive: HapticEnvironment?
    var watchers: [ObjectIdentifier: Watcher] = [:]
    var outsideUseHandler: (@Sendable ([HapticEnvironment], OutsideUse) -> Void)?
    var testTaskCheck: (@Sendable () -> Bool)?
    var defaults: EngineDefaults?
    var process: HapticEnvironment?
  }

  private static let shared = Mutex(Shared())

  static var forNewEngine: HapticEnvironment {
    if let scoped { return scoped }
    if let exclusive = shared.withLock({ $0.exclusive }) { return exclusive }
    reportOutsideUse(.engine)
    return process
  }

  static func reportOutsideUse(_ stray: OutsideUse) {
    let (watchers, handler) = shared.withLock { ($0.watchers.values.map(\.environment), $0.outsideUseHandler) }
    if let handler, !watchers.isEmpty {
      handler(watchers, stray)
    } else {
      for watcher in watchers { watcher.report(stray.message("this test")) }
    }
  }

  /// Once a handler is set, environments that watch for strays no longer report them as problems.
  ///
  /// - Thread: the handler runs on the thread concerned.
  package static func setOutsideUseHandler(_ handler: @escaping @Sendable ([HapticEnvironment], OutsideUse) -> Void) {
    shared.withLockReleasing { shared in
      defer { shared.outsideUseHandler = handler }
      return shared.outsideUseHandler
    }
  }

  /// Says how to tell a task of a test or the test runner from others, such as an app's detached task.
  ///
  /// - Thread: the check runs in the task concerned.
  package static func setTestTaskCheck(_ check: @escaping @Sendable () -> Bool) {
    shared.withLockReleasing { shared in
      defer { shared.testTaskCheck = check }
      return shared.testTaskCheck
    }
  }

  /// The environment for a delay that is requested here. A task of the test runner has none: it waits for a time limit.
  package static func forDelay(ofTask isTask: Bool) -> HapticEnvironment? {
    if let scoped { return scoped }
    let (exclusive, isTestTask) = shared.withLock { ($0.exclusive, $0.testTaskCheck) }
    guard let exclusive, isTask else { return exclusive }
    return isTestTask?() ?? true ? nil : exclusive
  }

  package static var exclusive: HapticEnvironment? { shared.withLock { $0.exclusive } }

  /// The caller's environment: the task's, otherwise the process's exclusive one, otherwise ``process``.
  public static var current: HapticEnvironment {
    scoped ?? shared.withLock { $0.exclusive } ?? process
  }

  /// Environment of the process, in real time: silent, or as `THRUM_DEVICE` says if an output library is linked.
  public static var process: HapticEnvironment {
    shared.withLock { shared in
      if let process = shared.process { return process }
      let process = HapticEnvironment.realTime(
        profile: ProcessDevice.profile, defaults: shared.defaults ?? ProcessDevice.defaults)
      shared.process = process
      return process
    }
  }

  /// Whether ``process`` has played anything or been asked for time.
  package static var wasProcessUsed: Bool { shared.withLock { $0.process }?.timeline.entries.isEmpty == false }

  /// Sets the defaults of ``process``. Call it before creating the first engine.
  public static func setProcessDefaults(_ defaults: EngineDefaults) {
    shared.withLockReleasing { shared in
      defer { shared.defaults = defaults }
      return shared.defaults
    }
  }

  /// Runs `body` with this environment for all engines created in its task and child tasks.
  public func withScope<Result>(_ body: () throws -> Result) rethrows -> Result {
    try watching { try HapticEnvironment.$scoped.withValue(self) { try body() } }
  }

  /// Async variant of `withScope(_:)`.
  public func withScope<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    beginWatching()
    defer { endWatching() }
    return try await HapticEnvironment.$scoped.withValue(self, operation: body, isolation: isolation)
  }

  private func watching<Result>(_ body: () throws -> Result) rethrows -> Result {
    beginWatching()
    defer { endWatching() }
    return try body()
  }

  package func beginWatching() {
    // The enclosing environment counts as used.
    HapticEnvironment.scoped?.noteUse()
    HapticEnvironment.shared.withLock { shared in
      shared.watchers[ObjectIdentifier(self), default: Watcher(environment: self)].count += 1
    }
  }

  package func endWatching() {
    HapticEnvironment.shared.withLock { shared in
      shared.watchers[ObjectIdentifier(self)]?.count -= 1
      if shared.watchers[ObjectIdentifier(self)]?.count == 0 { shared.watchers[ObjectIdentifier(self)] = nil }
    }
  }

  /// Makes this the environment of all engines created without a task-local one: in statics, on queues and in detached
  /// tasks.
  ///
  /// Returns `false` if another environment is exclusive. Otherwise, call ``resignExclusive()`` later.
  package func becomeExclusive() -> Bool {
    HapticEnvironment.shared.withLock { shared in
      guard shared.exclusive == nil || shared.exclusive === self else { return false }
      shared.exclusive = self
      return true
    }
  }

  package func resignExclusive() {
    HapticEnvironment.shared.withLock { if $0.exclusive === self { $0.exclusive = nil } }
  }
}

extension HapticEnvironment {
  /// Whether fork(2) created this process after an engine had used threads.
  package static var hasLostThreads: Bool { DispatchThreads.areLost }

  /// Error of every engine in real time, if fork(2) created this process after an engine had used threads.
  ///
  /// Engines in virtual time need no other threads.
  package var forkRefusal: EngineError? {
    guard opensDevices, DispatchThreads.areLost else { return nil }
    return EngineError(
      .operationNotPermitted,
      "this process is a fork of one that had started an engine, and has none of its threads: start the process with "
        + "posix_spawn or exec (in Python, with multiprocessing's start method “spawn”)")
  }
}

/// An event outside any test's environment, on a queue or in a detached task, while tests were running.
package enum OutsideUse: Sendable {
  case engine
  /// The name of a system notification was read.
  case notification(String)

  package func message(_ who: String) -> String {
    switch self {
    case .engine:
      "an engine was created outside any test's environment, on a queue or in a detached task, while \(who) ran: it plays in "
        + "real time, and no test sees what it does. Create it in the test's own task, or give the test an exclusive "
        + "environment."
    case .notification(let name):
      "\(name) was posted or observed outside any test's environment, on a queue or in a detached task, while \(who) ran: "
        + "posts reach only observers that were added in the same test. Do both in the test's own task, or give the test an "
        + "exclusive environment."
    }
  }
}

extension HapticEnvironment {
  /// Ends the system engine, which retains the environment.
  func endSystemEngine() {
    let engine = systemEngine.withLock { $0.take() }
    withExtendedLifetime(engine) {}
  }

  package func noteFeedback(_ name: String, _ action: FeedbackAction) {
    noteUse()
    log(.feedback(name, action), engine: HapticEngine.systemNumber)
  }

  /// Reason why system feedback cannot be felt now, if any. `isGenerated` means by a feedback generator.
  package func feedbackRefusal(isGenerated: Bool) -> String? {
    if let forkRefusal { return forkRefusal.message }
    return hardware { hardware in
      if isGenerated, hardware.isSystemHapticsOff { return "System Haptics is switched off in Settings" }
      return hardware.profile.supportsHaptics || hardware.profile.playsFeedbackOnly
        ? hardware.startRefusal(playsHapticsOnly: true)?.message : "this device has no haptics"
    }
  }
}

// System notifications, such as the one when an app returns to the foreground. Each environment has its own names
// (decision 0048).
extension HapticEnvironment {
  /// The caller's environment and its name for a notification: Apple's name in the process's environment or an
  /// exclusive one, otherwise a unique name.
  package static func notification(_ name: String) -> (name: String, environment: HapticEnvironment) {
    let exclusive = exclusive
    (scoped ?? exclusive)?.noteUse()
    if let scoped, scoped !== exclusive { return ("\(name)#\(scoped.serial)", scoped) }
    if let exclusive { return (name, exclusive) }
    if scoped == nil { reportOutsideUse(.notification(name)) }
    return (name, process)
  }

  package func notificationName(_ name: String) -> String {
    self === HapticEnvironment.exclusive || !isVirtual ? name : "\(name)#\(serial)"
  }

  /// Sets the function that posts a fault's notifications before its handlers run. Only the first call has an effect.
  package func postNotifications(_ post: @escaping @Sendable (HapticEnvironment, Fault) -> Void) {
    poster.withLock { if $0.post == nil { $0.post = post } }
  }
}

extension HapticEnvironment {
  /// Calls `body` like a handler.
  package func deliver(_ body: @escaping @Sendable () -> Void) {
    time.deliver(on: HapticEnvironment.notificationQueue, body)
  }

  private static let notificationQueue = DispatchQueue(label: "thrum.notifications")
}
