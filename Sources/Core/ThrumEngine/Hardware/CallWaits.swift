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

/// A call that blocks its caller on a phone.
public struct CallWait: Equatable, Sendable {
  /// Seconds since the environment was created.
  public var time: Double
  /// Length in seconds.
  public var seconds: Double
  /// The call.
  public var call: EngineCall
  /// Whether the main thread waited.
  public var isOnMainThread: Bool

  /// Creates a wait.
  package init(time: Double, seconds: Double, call: EngineCall, isOnMainThread: Bool) {
    self.time = time
    self.seconds = seconds
    self.call = call
    self.isOnMainThread = isOnMainThread
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
    let wait = CallWait(time: now, seconds: seconds, call: call, isOnMainThread: MainThread.isCurrent)
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
package final class MainThreadWait: Sendable {
  private let environment: HapticEnvironment
  private let call: String
  /// Number of waits before.
  private let first: Int

  /// Returns `nil` if the caller is not on the main thread or the environment is not virtual.
  package init?(_ environment: HapticEnvironment, in call: String) {
    guard environment.isVirtual, MainThread.isCurrent else { return nil }
    (self.environment, self.call) = (environment, call)
    first = environment.waitCount
  }

  package func ends() { environment.mainThreadWaited(since: first, in: call) }
}

extension HapticEnvironment {
  fileprivate func mainThreadWaited(since first: Int, in call: String) {
    let waits = moveToMainThread(since: first)
    guard profile.waits != nil || isStrict else { return }
    for wait in waits where wait.seconds > HapticEnvironment.frameSeconds {
      note(
        .hitch,
        "\(wait.call.rawValue) makes the main thread wait for \(TimelineText.number(1000 * wait.seconds)) ms, in \(call)"
      )
    }
  }
}

/// Something that a phone punishes although the call succeeds here.
///
/// The timeline has a note about each; in a strict environment (``HapticEnvironment/isStrict``) it is a problem.
public enum PhoneTrap: String, CaseIterable, Sendable {
  /// A player's start started the engine, which costs time on a phone.
  case startByPlayer = "start by a player"
  /// A basic player started again after a stop, which was silent on some phones.
  case stoppedPlayer = "stopped player"
  /// A handler that was written on the main actor was called on another thread.
  case isolatedHandler = "isolated handler"
  /// UIKit was called on another thread than the main one.
  case offMainThread = "off the main thread"
  /// A call made the main thread wait.
  case hitch
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
