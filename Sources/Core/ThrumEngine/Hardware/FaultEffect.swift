/// What a fault of the device does to an engine.
enum FaultEffect: Equatable {
  /// It stops, when it runs or starts.
  case stop(HapticEngine.StoppedReason)
  /// Its idle time counts as over.
  case passIdleTime
  /// Its server is gone, and the running state, the players and the registered sounds with it. The switches and handlers
  /// stay. When the server `returns` at once, the reset handler hears of it.
  case loseServer(returns: Bool)
  /// Its server is back.
  case resetServer
  /// What is silent may have changed.
  case updateMutes
}

extension Fault {
  /// What it does to an engine of a device: `nil` when it does nothing, or only later calls notice it. `playsAudio` is whether the
  /// engine's run plays audio events.
  func effect(on profile: HardwareProfile, playsAudio: Bool) -> FaultEffect? {
    switch self {
    case .suspendApp: .stop(.applicationSuspended)
    case .interruptAudio: .stop(.audioSessionInterrupt)
    case .changeAudioRoute: playsAudio ? .stop(.audioSessionInterrupt) : nil
    case .loseDevice: .stop(.systemError)
    case .disconnectController: profile.isController ? .stop(.gameControllerDisconnect) : nil
    case .passIdleTime: .passIdleTime
    case .failServer: .loseServer(returns: false)
    case .recoverServer: .resetServer
    case .resetServer: .loseServer(returns: true)
    case .beginRecording, .endRecording, .clear: .updateMutes
    case .resumeApp, .endInterruption, .restoreDevice, .connectController, .beginOtherAudio, .endOtherAudio,
      .savePower, .restorePower, .fail, .failNth, .limitPlayers:
      nil
    }
  }
}
