import CRealtime
import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumRender
import Synchronization

/// What engines of an environment get when their configuration does not say.
public struct EngineDefaults: Sendable {
  /// Makes the output of an engine.
  public var makeOutput: @Sendable () -> any OutputDevice = { SilentOutput() }
  /// Reads sounds; `nil` takes the reader of an output library in the program, or else Thrum's own, which leaves compressed
  /// sounds silent.
  public var soundReader: (any SoundReader & Sendable)?

  /// Silence.
  public init() {}
}

extension HapticEnvironment {
  /// An environment that wants to know, as often as it has said so and not taken it back.
  private struct Watcher: Sendable {
    let environment: HapticEnvironment
    var count = 0
  }

  private struct Shared: Sendable {
    var exclusive: HapticEnvironment?
    /// Environments of tests that run, which want to know about engines that are born elsewhere.
    var watchers: [ObjectIdentifier: Watcher] = [:]
    var strayHandler: (@Sendable ([HapticEnvironment]) -> Void)?
    var defaults: EngineDefaults?
    var process: HapticEnvironment?
  }

  private static let shared = Mutex(Shared())

  /// The environment of engines that are made here and now, and whether one was chosen at all.
  static var forNewEngine: HapticEnvironment {
    if let scoped { return scoped }
    if let exclusive = shared.withLock({ $0.exclusive }) { return exclusive }
    let (watchers, handler) = shared.withLock { ($0.watchers.values.map(\.environment), $0.strayHandler) }
    if let handler, !watchers.isEmpty {
      handler(watchers)
    } else {
      for watcher in watchers { watcher.report(strayMessage("this test")) }
    }
    return process
  }

  /// What is said of an engine that was made outside any environment; `who` ran at that time.
  package static func strayMessage(_ who: String) -> String {
    "an engine was made outside any test's environment, on a queue or in a detached task, while \(who) ran: it plays in "
      + "real time, and no test sees what it does. Make it in the test's own task, or give the test an exclusive "
      + "environment."
  }

  /// Told, on the maker's thread, of every engine that is made outside any environment while some are being watched;
  /// takes the place of a problem in each of them.
  package static func setStrayHandler(_ handler: @escaping @Sendable ([HapticEnvironment]) -> Void) {
    shared.withLockReleasing { shared in
      defer { shared.strayHandler = handler }
      return shared.strayHandler
    }
  }

  /// The process's exclusive environment, see ``becomeExclusive()``.
  package static var exclusive: HapticEnvironment? { shared.withLock { $0.exclusive } }

  /// The environment of the caller: the task's, else the process's exclusive one, else ``process``.
  public static var current: HapticEnvironment {
    scoped ?? shared.withLock { $0.exclusive } ?? process
  }

  /// The process's own environment, in real time: silent, or as `THRUM_DEVICE` says when an output library is linked.
  public static var process: HapticEnvironment {
    shared.withLock { shared in
      if let process = shared.process { return process }
      let process = HapticEnvironment.realTime(
        profile: ProcessDevice.profile, defaults: shared.defaults ?? ProcessDevice.defaults)
      shared.process = process
      return process
    }
  }

  /// What ``process`` gives its engines; to be set before the first engine is made.
  public static func setProcessDefaults(_ defaults: EngineDefaults) {
    shared.withLockReleasing { shared in
      defer { shared.defaults = defaults }
      return shared.defaults
    }
  }

  /// Runs `body` with this environment for all engines that it makes, in its task and the tasks below.
  public func withScope<Result>(_ body: () throws -> Result) rethrows -> Result {
    try watching { try HapticEnvironment.$scoped.withValue(self) { try body() } }
  }

  /// Runs `body` with this environment for all engines that it makes, in its task and the tasks below.
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

  /// Wants to hear of engines that are made outside any environment.
  package func beginWatching() {
    HapticEnvironment.shared.withLock { shared in
      shared.watchers[ObjectIdentifier(self), default: Watcher(environment: self)].count += 1
    }
  }

  /// Wants to hear of them no more.
  package func endWatching() {
    HapticEnvironment.shared.withLock { shared in
      shared.watchers[ObjectIdentifier(self)]?.count -= 1
      if shared.watchers[ObjectIdentifier(self)]?.count == 0 { shared.watchers[ObjectIdentifier(self)] = nil }
    }
  }

  /// Makes this the environment of every engine of the process that has no task-local one: those of statics, queues
  /// and detached tasks. Returns `false` when another has the right; end with ``resignExclusive()``.
  package func becomeExclusive() -> Bool {
    HapticEnvironment.shared.withLock { shared in
      guard shared.exclusive == nil || shared.exclusive === self else { return false }
      shared.exclusive = self
      return true
    }
  }

  /// Gives the right back.
  package func resignExclusive() {
    HapticEnvironment.shared.withLock { if $0.exclusive === self { $0.exclusive = nil } }
  }
}
