import ThrumDevice
import ThrumRender

extension HapticEngine {
  /// What a fault of the device does to this engine.
  func handle(_ fault: Fault) {
    switch fault {
    case .suspendApp: stopFromOutside(.applicationSuspended)
    case .interruptAudio: stopFromOutside(.audioSessionInterrupt)
    case .changeAudioRoute:
      if session?.hapticsOnly == false { stopFromOutside(.audioSessionInterrupt) }
    case .loseDevice: stopFromOutside(.systemError)
    case .disconnectController:
      if environment.profile.isController { stopFromOutside(.gameControllerDisconnect) }
    case .passIdleTime: idleTimeHasPassed()
    case .failServer: loseServer()
    case .recoverServer: notifyReset()
    case .resetServer:
      loseServer()
      notifyReset()
    case .beginRecording, .endRecording, .clear: updateMutes()
    case .resumeApp, .endInterruption, .restoreDevice, .connectController, .beginOtherAudio, .endOtherAudio,
      .savePower, .restorePower, .fail, .failNth, .limitPlayers:
      return
    }
  }

  /// The server is gone: the running state, the players and the registered sounds with it. The switches and handlers
  /// stay.
  private func loseServer() {
    stop(
      Ending(
        reason: nil,
        error: EngineError(.serverInterrupted, "the haptic server failed: start again in the reset handler")))
    players.invalidateAll()
    sounds.forgetAll()
  }

  private func notifyReset() {
    let handler = resetHandler
    teardown.deliver(.reset) { handler() }
  }
}
