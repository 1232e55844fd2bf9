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
