import ThrumEngine

/// A bug that many apps have had on real phones, with a script that reproduces it.
///
///     try await FieldFailure.foregroundReturn.run { moment in await app.handle(moment) }
///     expectNo(error: .engineNotRunning)
public struct FieldFailure: Equatable, Sendable, CustomStringConvertible {
  /// Short name.
  public let name: String
  /// Cause on the phone and effect on the user.
  public let onThePhone: String
  /// Correct behaviour of an app.
  public let remedy: String
  /// Expectation that detects the bug.
  public let caughtBy: String
  /// Steps, in chronological order.
  public let script: [Step]

  /// Name.
  public var description: String { name }

  /// A step of a script.
  public struct Step: Equatable, Sendable {
    /// Seconds from the start of the script.
    public var time: Double
    /// Action to take.
    public var action: Action

    /// Creates a step.
    public init(at time: Double, _ action: Action) {
      self.time = time
      self.action = action
    }
  }

  /// A step's action.
  public enum Action: Equatable, Sendable {
    /// A fault in the phone.
    case fault(Fault)
    /// Passed to the app by the test's closure.
    case app(AppMoment)
    /// Runs due handlers and the work that they start, before the next step.
    case settle
    /// Only lets time pass.
    case wait
  }

  /// An event that the engine does not report to the app.
  public enum AppMoment: String, CaseIterable, Sendable {
    /// The app has launched.
    case didLaunch
    /// The app returns from the background.
    case willEnterForeground
    /// The user triggers a short haptic.
    case userTaps
    /// The user triggers a long haptic.
    case userHolds
    /// The user turns haptics off in the app.
    case settingTurnedOff
    /// The app is about to record.
    case willRecord
  }

  /// Creates a field failure.
  public init(name: String, onThePhone: String, remedy: String, caughtBy: String, script: [Step]) {
    self.name = name
    self.onThePhone = onThePhone
    self.remedy = remedy
    self.caughtBy = caughtBy
    self.script = script
  }

  /// Runs the script in virtual time and passes each ``AppMoment`` to `app`.
  ///
  /// - Thread: any; calls `app` in the caller's task.
  public func run(
    in environment: HapticEnvironment? = nil, isolation: isolated (any Actor)? = #isolation,
    _ app: (AppMoment) async throws -> Void = { _ in }
  ) async rethrows {
    let environment = environment ?? .current
    let begin = environment.now
    for (index, step) in script.enumerated() {
      if begin + step.time > environment.now { await environment.advance(to: begin + step.time) }
      switch step.action {
      case .fault(let fault): environment.apply(fault)
      case .app(let moment): try await app(moment)
      case .settle: await environment.settle()
      case .wait: break
      }
      let isLast = index + 1 == script.count || script[index + 1].time > step.time
      if isLast { await environment.settle() }
    }
  }
}

extension FieldFailure {
  /// The app returns from the background, where its engine was stopped.
  public static let foregroundReturn = FieldFailure(
    name: "foreground return",
    onThePhone:
      "The engine stops in the background. Nothing restarts it when the app returns, and every player’s start throws "
      + "engineNotRunning (-4805): haptics stay off until the app is relaunched.",
    remedy: "Start the engine when the app enters the foreground, or before playing if it is stopped. The stopped "
      + "handler is too early: an engine cannot start in the background.",
    caughtBy: "expectNo(error: .engineNotRunning), and expectEvent after the return",
    script: [
      Step(at: 0, .app(.didLaunch)), Step(at: 1, .app(.userTaps)), Step(at: 2, .fault(.suspendApp)),
      Step(at: 5, .fault(.resumeApp)), Step(at: 5, .app(.willEnterForeground)), Step(at: 6, .app(.userTaps)),
      Step(at: 7, .wait),
    ])

  /// The stopped handler is called after the engine has already restarted.
  public static let lateStoppedHandler = FieldFailure(
    name: "late stopped handler",
    onThePhone: "Handlers run asynchronously, on their own queue. By the time the stopped handler "
      + "runs, the app has already restarted its engine. The handler discards the new engine or marks it as stopped.",
    remedy: "Use the engine's own state instead of a flag set by the handler; let the handler act only on the engine "
      + "and the run it was set for.",
    caughtBy: "expectEvents(exactly:) after the restart, expectEngines(exactly: 1)",
    script: [
      Step(at: 0, .app(.didLaunch)), Step(at: 1, .fault(.suspendApp)), Step(at: 1, .fault(.resumeApp)),
      Step(at: 1, .app(.willEnterForeground)), Step(at: 2, .app(.userTaps)), Step(at: 3, .wait),
    ])

  /// The engine is a local variable.
  public static let engineNotRetained = FieldFailure(
    name: "engine not retained",
    onThePhone: "The engine is deallocated when the function that created it returns: nothing is felt, no "
      + "call fails, and the stopped handler reports engineDestroyed.",
    remedy: "Keep the engine in a property that lives for as long as haptics are needed.",
    caughtBy: "expectEvent, expectHandler(.stopped, times: 0, reason: .engineDestroyed)",
    script: [Step(at: 0, .app(.didLaunch)), Step(at: 1, .app(.userTaps)), Step(at: 2, .wait)])

  /// Every haptic creates its own engine.
  public static let enginePerCall = FieldFailure(
    name: "engine per call",
    onThePhone: "Every haptic waits tens of milliseconds for its engine; after a few engines, the server refuses more.",
    remedy: "Create one engine for the app at launch.",
    caughtBy: "expectEngines(exactly: 1)",
    script: [Step(at: 0, .app(.didLaunch))] + (1...5).map { Step(at: Double($0), .app(.userTaps)) }
      + [Step(at: 6, .wait)])

  /// The engine is never stopped.
  public static let idleEngine = FieldFailure(
    name: "idle engine",
    onThePhone: "Auto-shutdown is off by default: a started engine runs until it is stopped and uses power "
      + "even when no haptic plays.",
    remedy: "Turn on auto-shutdown and start the engine when it is needed again, or stop it when players finish.",
    caughtBy: "expectRunning(forLessThan:)",
    script: [Step(at: 0, .app(.didLaunch)), Step(at: 1, .app(.userTaps)), Step(at: 1800, .wait)])

  /// The first haptic is late.
  public static let coldStart = FieldFailure(
    name: "cold start",
    onThePhone:
      "The first tap creates and starts the engine, reads the pattern and creates the player: it is felt late "
      + "and feels wrong. All later taps feel right, so nobody notices.",
    remedy: "Create and start the engine, and create the players, before the first haptic is needed.",
    caughtBy: "expectPrewarmed()",
    script: [Step(at: 0, .app(.didLaunch)), Step(at: 3, .app(.userTaps)), Step(at: 4, .wait)])
}

extension FieldFailure {
  /// The haptic server cannot provide another player.
  public static let noFreePlayer = FieldFailure(
    name: "no free player",
    onThePhone: "Scrolling or a game starts players faster than they finish. Soon, a start throws the unnamed error "
      + "-10851 (“Unable to add an additional player channel”); an app that does not handle it crashes or is silent.",
    remedy: "Reuse one player per effect and restart it, or stop the oldest player.",
    caughtBy: "expectNo(error: .noPlayerChannel)",
    script: [Step(at: 0, .app(.didLaunch)), Step(at: 0, .fault(.limitPlayers(4)))]
      + (0..<10).map { Step(at: 1 + 0.05 * Double($0), .app(.userHolds)) } + [Step(at: 4, .wait)])

  /// Recording silences haptics without an error.
  public static let microphoneSession = FieldFailure(
    name: "microphone session",
    onThePhone: "While the microphone records, haptics are silent, so that it does not pick them up. No call "
      + "fails, and no handler is called.",
    remedy: "Set allowHapticsAndSystemSoundsDuringRecording on the audio session before recording, or give "
      + "visual feedback instead.",
    caughtBy: "expectLevel or expectSilence with samples: the timeline still contains the events",
    script: [
      Step(at: 0, .app(.didLaunch)), Step(at: 1, .app(.willRecord)), Step(at: 1, .fault(.beginRecording)),
      Step(at: 2, .app(.userTaps)), Step(at: 3, .fault(.endRecording)), Step(at: 3, .wait),
    ])

  /// Music is playing when the engine starts.
  public static let otherAudio = FieldFailure(
    name: "other audio",
    onThePhone: "Another app is playing music at launch: the start throws 561015905 ('!pla'), and an app "
      + "that starts its engine only once has no haptics until it is relaunched.",
    remedy: "Set playsHapticsOnly before starting if the app plays no audio, and start before playing if the "
      + "engine is stopped.",
    caughtBy: "expectNo(error: .cannotStartPlaying), expectEvent",
    script: [
      Step(at: 0, .fault(.beginOtherAudio)), Step(at: 0, .app(.didLaunch)), Step(at: 1, .app(.userTaps)),
      Step(at: 2, .wait),
    ])

  /// Haptics are turned off during playback.
  public static let disabledSetting = FieldFailure(
    name: "disabled setting",
    onThePhone: "The user turns haptics off in the app's settings. Players keep playing; a loop never ends.",
    remedy: "Stop all players and the engine when the setting changes, and check it before each play.",
    caughtBy: "expectSilence after the change, expectRunning(forLessThan:)",
    script: [
      Step(at: 0, .app(.didLaunch)), Step(at: 1, .app(.userHolds)), Step(at: 1.5, .app(.settingTurnedOff)),
      Step(at: 2, .app(.userTaps)), Step(at: 4, .wait),
    ])

  /// Headphones are connected or disconnected.
  public static let audioRouteChange = FieldFailure(
    name: "audio route change",
    onThePhone: "Headphones are pulled out: an engine that plays audio stops (audioSessionInterrupt), and an app that "
      + "does not restart it gets engineNotRunning for every touch.",
    remedy: "Restart the engine in the stopped handler or before the next play; set playsHapticsOnly "
      + "if the app plays no audio.",
    caughtBy: "expectNo(error: .engineNotRunning), expectEvent after the change",
    script: [
      Step(at: 0, .app(.didLaunch)), Step(at: 1, .app(.userTaps)), Step(at: 2, .fault(.changeAudioRoute)),
      Step(at: 3, .app(.userTaps)), Step(at: 4, .wait),
    ])

  /// All field failures.
  public static let all = [
    foregroundReturn, lateStoppedHandler, engineNotRetained, enginePerCall, noFreePlayer, microphoneSession, otherAudio,
    idleEngine, coldStart, disabledSetting, audioRouteChange,
  ]
}
