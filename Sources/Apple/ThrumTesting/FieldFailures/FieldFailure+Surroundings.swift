import ThrumEngine

// Failures between an app and the rest of the phone.
extension FieldFailure {
  /// The haptic server cannot provide another player.
  public static let noFreePlayer = FieldFailure(
    name: "no free player",
    onThePhone: "A scroll or a game plays faster than players end. The next start throws -10851, for which there is "
      + "no name (“Unable to add an additional player channel”), and an app that trusts the call crashes or is silent.",
    remedy: "Use one player for each effect again and again, which starts again; or stop the oldest one.",
    caughtBy: "expectNo(error: .noPlayerChannel)",
    script: [Step(at: 0, .app(.didLaunch)), Step(at: 0, .fault(.limitPlayers(4)))]
      + (0..<10).map { Step(at: 1 + 0.05 * Double($0), .app(.userHolds)) } + [Step(at: 4, .wait)])

  /// Recording silences haptics without an error.
  public static let microphoneSession = FieldFailure(
    name: "microphone session",
    onThePhone: "While the microphone records, haptics are silent so that they are not recorded. No call fails, no "
      + "handler is called.",
    remedy: "Ask the audio session for allowHapticsAndSystemSoundsDuringRecording before recording, or show what "
      + "cannot be felt.",
    caughtBy: "expectLevel or expectSilence with samples: the timeline's events are played as always",
    script: [
      Step(at: 0, .app(.didLaunch)), Step(at: 1, .app(.willRecord)), Step(at: 1, .fault(.beginRecording)),
      Step(at: 2, .app(.userTaps)), Step(at: 3, .fault(.endRecording)), Step(at: 3, .wait),
    ])

  /// Music is playing when the engine starts.
  public static let otherAudio = FieldFailure(
    name: "other audio",
    onThePhone: "Music of another app plays when the app is launched: the start throws 561015905 ('!pla'), and an app "
      + "that starts only once has no haptics until it is launched again.",
    remedy: "Set playsHapticsOnly before starting when no audio is played, and start again before a play when the "
      + "engine does not run.",
    caughtBy: "expectNo(error: .cannotStartPlaying), expectEvent",
    script: [
      Step(at: 0, .fault(.beginOtherAudio)), Step(at: 0, .app(.didLaunch)), Step(at: 1, .app(.userTaps)),
      Step(at: 2, .wait),
    ])

  /// Haptics are turned off during playback.
  public static let disabledSetting = FieldFailure(
    name: "disabled setting",
    onThePhone: "The user switches haptics off in the app's settings. What already plays continues, a loop forever.",
    remedy: "Stop what plays, and the engine, when the setting changes; ask for it before each play.",
    caughtBy: "expectSilence after the change, expectRunning(forLessThan:)",
    script: [
      Step(at: 0, .app(.didLaunch)), Step(at: 1, .app(.userHolds)), Step(at: 1.5, .app(.settingTurnedOff)),
      Step(at: 2, .app(.userTaps)), Step(at: 4, .wait),
    ])

  /// Headphones are connected or disconnected.
  public static let audioRouteChange = FieldFailure(
    name: "audio route change",
    onThePhone: "Headphones are pulled out: an engine that plays audio stops (audioSessionInterrupt), and an app that "
      + "does not start it again gets engineNotRunning for every touch.",
    remedy: "Start the engine again when the stopped handler says so, or before the next play; set playsHapticsOnly "
      + "when no audio is played.",
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
