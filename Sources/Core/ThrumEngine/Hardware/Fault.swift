/// A simulated fault, applied at once, at a given time, or by a scenario.
public enum Fault: Equatable, Sendable {
  /// The app moves to the background.
  ///
  /// Running engines stop (`applicationSuspended`) and cannot start until ``resumeApp``.
  case suspendApp
  /// The app returns to the foreground.
  case resumeApp
  /// A phone call or another app takes the audio session.
  ///
  /// Running engines stop (`audioSessionInterrupt`) and cannot start until ``endInterruption``.
  case interruptAudio
  /// The audio session is free again. The notification says that the app should resume.
  case endInterruption
  /// The audio session is free again. The notification does not say that the app should resume.
  case endInterruptionWithoutResume
  /// The audio session is free again, but no notification says so, which Apple does not guarantee.
  case endInterruptionUnannounced
  /// The haptic server fails and recovers at once.
  ///
  /// Engines stop, players and sounds are lost, and the reset handler is called.
  case resetServer
  /// The haptic server fails.
  ///
  /// Engines stop, and calls to the server fail with `serverInterrupted` until ``recoverServer``.
  case failServer
  /// The server recovers, and reset handlers are called.
  case recoverServer
  /// The output device is lost. Running engines stop (`systemError`).
  case loseDevice
  /// A lost device can be opened again.
  case restoreDevice
  /// The game controller disconnects.
  ///
  /// Running engines stop (`gameControllerDisconnect`) and cannot start until ``connectController``.
  case disconnectController
  /// The controller reconnects.
  case connectController
  /// A recording starts. Unless haptics are allowed, it silences them until ``endRecording``.
  case beginRecording
  /// The recording ends.
  case endRecording
  /// Another app starts to play audio.
  ///
  /// Engines that play audio cannot start (561015905) until ``endOtherAudio``.
  case beginOtherAudio
  /// The other audio ends.
  case endOtherAudio
  /// Headphones are disconnected.
  ///
  /// Engines that play audio stop (`audioSessionInterrupt`) and can restart at once.
  case changeAudioRoute
  /// Headphones are connected, with the same effect.
  case connectHeadphones
  /// System Haptics is switched off in Settings: feedback generators are silent, and Core Haptics plays on.
  case switchOffSystemHaptics
  /// System Haptics is switched on again.
  case switchOnSystemHaptics
  /// Power is low. Engines cannot start (`insufficientPower`) until ``restorePower``.
  case savePower
  /// Power is restored.
  case restorePower
  /// Idle engines with auto-shutdown stop, as if their idle time had elapsed (`idleTimeout`).
  case passIdleTime
  /// The next `times` calls fail. `nil` means all calls until ``clear``.
  case fail(EngineCall, code: EngineError.Code, times: Int?)
  /// The nth call from now fails.
  case failNth(EngineCall, n: Int, code: EngineError.Code)
  /// Limits the number of active players. `nil` restores the device's limit.
  case limitPlayers(Int?)
  /// Ends all faults without undoing their effects. A server that was down recovers.
  case clear
}

extension Fault: CustomStringConvertible {
  /// Scenario syntax, such as `suspend app` or `fail start engineStartTimeout 1`.
  public var description: String {
    switch self {
    case .suspendApp: "suspend app"
    case .resumeApp: "resume app"
    case .interruptAudio: "interrupt audio"
    case .endInterruption: "end interruption"
    case .resetServer: "reset server"
    case .failServer: "fail server"
    case .recoverServer: "recover server"
    case .loseDevice: "lose device"
    case .restoreDevice: "restore device"
    case .disconnectController: "disconnect controller"
    case .connectController: "connect controller"
    case .beginRecording: "begin recording"
    case .endRecording: "end recording"
    case .beginOtherAudio: "begin other audio"
    case .endOtherAudio: "end other audio"
    case .endInterruptionWithoutResume: "end interruption without resume"
    case .endInterruptionUnannounced: "end interruption unannounced"
    case .changeAudioRoute: "change audio route"
    case .connectHeadphones: "connect headphones"
    case .switchOffSystemHaptics: "switch off system haptics"
    case .switchOnSystemHaptics: "switch on system haptics"
    case .savePower: "save power"
    case .restorePower: "restore power"
    case .passIdleTime: "pass idle time"
    case .fail(let call, let code, let times):
      "fail \(call.rawValue) \(code.name)" + (times.map { " \($0)" } ?? "")
    case .failNth(let call, let n, let code): "fail \(call.rawValue) \(code.name) nth \(n)"
    case .limitPlayers(let limit): "limit players \(limit.map { String($0) } ?? "none")"
    case .clear: "clear faults"
    }
  }
}

extension Fault {
  /// Faults without a value.
  package static let plain: [Fault] = [
    .suspendApp, .resumeApp, .interruptAudio, .endInterruptionWithoutResume, .endInterruptionUnannounced,
    .endInterruption, .resetServer, .failServer, .recoverServer, .loseDevice, .restoreDevice, .disconnectController,
    .connectController, .beginRecording, .endRecording, .beginOtherAudio, .endOtherAudio, .changeAudioRoute,
    .connectHeadphones, .switchOffSystemHaptics, .switchOnSystemHaptics, .savePower, .restorePower, .passIdleTime,
    .clear,
  ]
}

enum FaultEffect: Equatable {
  /// Stops a running or starting engine.
  case stop(HapticEngine.StoppedReason)
  case passIdleTime
  /// Loses players and registered sounds, but not switches or handlers. If the server `returns` at once, calls the
  /// reset handler.
  case loseServer(returns: Bool)
  case resetServer
  case updateMutes
}

extension Fault {
  /// Returns the effect on an engine, or `nil` if there is none or if only later calls are affected.
  func effect(on profile: HardwareProfile, playsAudio: Bool) -> FaultEffect? {
    switch self {
    case .suspendApp: .stop(.applicationSuspended)
    case .interruptAudio: .stop(.audioSessionInterrupt)
    case .changeAudioRoute, .connectHeadphones: playsAudio ? .stop(.audioSessionInterrupt) : nil
    case .loseDevice: .stop(.systemError)
    case .disconnectController: profile.isController ? .stop(.gameControllerDisconnect) : nil
    case .passIdleTime: .passIdleTime
    case .failServer: .loseServer(returns: false)
    case .recoverServer: .resetServer
    case .resetServer: .loseServer(returns: true)
    case .beginRecording, .endRecording, .clear: .updateMutes
    case .resumeApp, .endInterruption, .endInterruptionWithoutResume, .endInterruptionUnannounced, .restoreDevice,
      .connectController, .beginOtherAudio, .endOtherAudio, .savePower, .restorePower, .switchOffSystemHaptics,
      .switchOnSystemHaptics, .fail, .failNth, .limitPlayers:
      nil
    }
  }
}
