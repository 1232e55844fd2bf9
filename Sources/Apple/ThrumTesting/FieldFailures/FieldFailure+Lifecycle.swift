import ThrumEngine

// Failures around starting and stopping.
extension FieldFailure {
  /// The app returns from the background, where its engine was stopped.
  public static let foregroundReturn = FieldFailure(
    name: "foreground return",
    onThePhone: "In the background the engine stops. When the app is back nothing starts it, and every play throws "
      + "engineNotRunning (-4805): haptics are dead until the app is launched again.",
    remedy: "Start the engine when the app enters the foreground, or before a play when it does not run. The stopped "
      + "handler is too early: nothing starts in the background.",
    caughtBy: "expectNo(error: .engineNotRunning), and expectEvent after the return",
    script: [
      Step(at: 0, .app(.didLaunch)), Step(at: 1, .app(.userTaps)), Step(at: 2, .fault(.suspendApp)),
      Step(at: 5, .fault(.resumeApp)), Step(at: 5, .app(.willEnterForeground)), Step(at: 6, .app(.userTaps)),
      Step(at: 7, .wait),
    ])

  /// The stopped handler is called after the engine has already restarted.
  public static let lateStoppedHandler = FieldFailure(
    name: "late stopped handler",
    onThePhone: "Handlers come on a queue of their own, after the fact. The app has started its engine again when the "
      + "stopped handler of the last stop arrives and throws the new one away, or marks it as stopped.",
    remedy: "Believe the engine's own state, not a flag that the handler sets; let the handler act only on the engine "
      + "and the run it was set for.",
    caughtBy: "expectEvents(exactly:) after the restart, expectEngines(exactly: 1)",
    script: [
      Step(at: 0, .app(.didLaunch)), Step(at: 1, .fault(.suspendApp)), Step(at: 1, .fault(.resumeApp)),
      Step(at: 1, .app(.willEnterForeground)), Step(at: 2, .app(.userTaps)), Step(at: 3, .wait),
    ])

  /// The engine is a local variable.
  public static let engineNotRetained = FieldFailure(
    name: "engine not retained",
    onThePhone: "The engine goes when the function returns that made it, and the haptic with it: nothing is felt, no "
      + "call fails, the stopped handler says engineDestroyed.",
    remedy: "Keep the engine for as long as it has to play, in a property that lives with the app.",
    caughtBy: "expectEvent, expectHandler(.stopped, times: 0, told: \"engineDestroyed\")",
    script: [Step(at: 0, .app(.didLaunch)), Step(at: 1, .app(.userTaps)), Step(at: 2, .wait)])

  /// Every haptic creates its own engine.
  public static let enginePerCall = FieldFailure(
    name: "engine per call",
    onThePhone: "Every haptic pays for a start of tens of milliseconds, and a few engines later the server refuses.",
    remedy: "Make one engine for the app, when it is launched.",
    caughtBy: "expectEngines(exactly: 1)",
    script: [Step(at: 0, .app(.didLaunch))] + (1...5).map { Step(at: Double($0), .app(.userTaps)) }
      + [Step(at: 6, .wait)])

  /// The engine is never stopped.
  public static let idleEngine = FieldFailure(
    name: "idle engine",
    onThePhone: "Auto-shutdown is off by default: an engine that was started runs until it is stopped, and costs power "
      + "in every minute without a haptic.",
    remedy: "Switch auto-shutdown on, and start the engine when it is needed again; or stop it when players finish.",
    caughtBy: "expectRunning(forLessThan:)",
    script: [Step(at: 0, .app(.didLaunch)), Step(at: 1, .app(.userTaps)), Step(at: 1800, .wait)])

  /// The first haptic is late.
  public static let coldStart = FieldFailure(
    name: "cold start",
    onThePhone: "The first tap makes the engine, starts it, reads the pattern and makes the player: it is felt late, "
      + "and feels wrong. All later ones are right, so nobody finds it.",
    remedy: "Make and start the engine, and make the players, before the first haptic can be wanted.",
    caughtBy: "expectPrewarmed()",
    script: [Step(at: 0, .app(.didLaunch)), Step(at: 3, .app(.userTaps)), Step(at: 4, .wait)])
}
