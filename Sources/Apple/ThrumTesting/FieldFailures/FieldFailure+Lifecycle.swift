import ThrumEngine

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
    caughtBy: "expectEvent, expectHandler(.stopped, times: 0, told: \"engineDestroyed\")",
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
