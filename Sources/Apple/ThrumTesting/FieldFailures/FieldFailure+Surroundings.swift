import ThrumEngine

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
