import CLinux
import ThrumTime

/// How long calls block their caller on a phone, in seconds.
///
/// The figures marked as reported are from public reports; the others are ours, so that no call is free.
public struct CallWaits: Equatable, Sendable {
  /// Creating an engine.
  public var makeEngine: Double
  /// Starting an engine, which is a round trip to the haptic server.
  public var start: Double
  /// Reading a pattern's file.
  public var readFile: Double
  /// Creating a player.
  public var makePlayer: Double
  /// Registering a sound.
  public var registerSound: Double

  /// Creates waits.
  public init(makeEngine: Double, start: Double, readFile: Double, makePlayer: Double, registerSound: Double) {
    self.makeEngine = makeEngine
    self.start = start
    self.readFile = readFile
    self.makePlayer = makePlayer
    self.registerSound = registerSound
  }

  /// A server that has been used before. Reported: a start took 36 ms.
  public static let warm = CallWaits(
    makeEngine: 0.004, start: 0.036, readFile: 0.003, makePlayer: 0.002, registerSound: 0.008)
  /// The first launch after the phone has started. Reported: a start took over 100 ms.
  public static let firstLaunch = CallWaits(
    makeEngine: 0.03, start: 0.12, readFile: 0.01, makePlayer: 0.005, registerSound: 0.03)
  /// A server that does not answer at once. Reported: the main thread hung for 2.8 to 6.1 s.
  public static let busyServer = CallWaits(
    makeEngine: 0.1, start: 2.8, readFile: 0.02, makePlayer: 0.1, registerSound: 0.1)

  package subscript(call: EngineCall) -> Double {
    switch call {
    case .makeEngine: makeEngine
    case .start: start
    case .makePattern: readFile
    case .makePlayer, .makeAdvancedPlayer: makePlayer
    case .registerAudioResource: registerSound
    default: 0
    }
  }
}

extension HapticEnvironment {
  /// Longest wait of the main thread that nobody sees: a frame at 60 Hz, in seconds.
  package static let frameSeconds = 0.016

  /// Records that the caller waits for the haptic server or a file. If the profile gives waits, time passes, except in
  /// a handler; otherwise the figures of ``CallWaits/warm`` are recorded, and no time passes.
  ///
  /// - Thread: the app's, not an engine's queue.
  package func callerWaits(in call: EngineCall) {
    guard let virtualTime else { return }
    let given = profile.waits
    let seconds = (given ?? .warm)[call]
    guard seconds > 0 else { return }
    var wait = CallWait(time: now, seconds: seconds, call: call, isOnMainThread: MainThread.isCurrent)
    wait.queue = thrum_current_queue()
    note(wait)
    let isHitch = wait.isOnMainThread && seconds > HapticEnvironment.frameSeconds
    let text =
      "\(call.rawValue) makes \(wait.isOnMainThread ? "the main thread" : "its thread") wait for "
      + "\(TimelineText.number(1000 * seconds)) ms"
    if isHitch, given != nil || isStrict { note(.hitch, text) } else if given != nil { note(text) }
    guard given != nil, !virtualTime.isInside else { return }
    advance(by: seconds)
  }
}

/// The main thread waits for other threads, in `queue.sync` or for a semaphore or group. Whatever blocks them meanwhile
/// blocks the main thread.
///
/// Here, the others may have finished before, because their calls take no time. On a phone they would not have: so what
/// is not over at this virtual moment counts too, if it happened on the queue, or for a group on any.
package final class MainThreadWait: Sendable {
  package enum Cause: Sendable {
    /// `queue` is the address of the label.
    case sync(queue: UInt)
    case group
    case semaphore

    var title: String {
      switch self {
      case .sync: "DispatchQueue.sync"
      case .group: "DispatchGroup.wait"
      case .semaphore: "DispatchSemaphore.wait"
      }
    }
  }

  private let environment: HapticEnvironment
  private let cause: Cause
  /// Number of waits before.
  private let first: Int

  /// Returns `nil` if the caller is not on the main thread or the environment is not virtual.
  package init?(_ environment: HapticEnvironment, _ cause: Cause) {
    guard environment.isVirtual, MainThread.isCurrent else { return nil }
    (self.environment, self.cause) = (environment, cause)
    first = environment.waitCount
  }

  package func ends() {
    let now = environment.now
    let waits = environment.moveToMainThread { [first, cause] index, wait in
      if index >= first { return true }
      guard wait.time + wait.seconds > now + 1e-9 else { return false }
      return switch cause {
      case .sync(let queue): queue != 0 && queue == wait.queue
      case .group: true
      case .semaphore: false
      }
    }
    guard environment.profile.waits != nil || environment.isStrict else { return }
    for wait in waits where wait.seconds > HapticEnvironment.frameSeconds {
      environment.note(
        .hitch,
        "\(wait.call.rawValue) makes the main thread wait for \(TimelineText.number(1000 * wait.seconds)) ms, "
          + "in \(cause.title)")
    }
  }
}

extension HapticEnvironment {
  /// Whether every ``PhoneTrap`` is a problem, and so fails a test. Off by default.
  public var isStrict: Bool { hardware { $0.isStrict } }

  /// Sets ``isStrict``.
  public func setStrict(_ isStrict: Bool) { hardware { $0.isStrict = isStrict } }

  package func note(_ trap: PhoneTrap, _ text: String, engine: Int = 0, player: Int? = nil) {
    if isStrict { addProblem(text) }
    log(.trap(trap, text), engine: engine, player: player)
  }
}
