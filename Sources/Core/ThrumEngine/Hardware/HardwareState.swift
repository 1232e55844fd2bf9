struct HardwareState: Sendable {
  var profile: HardwareProfile
  var isSuspended = false
  var isInterrupted = false
  var isServerDown = false
  var isDeviceLost = false
  var isControllerGone = false
  /// Incremented when the controller is disconnected. Not reset by ``Fault/clear``.
  var controllerNumber = 0
  var isRecording = false
  /// Not reset by ``Fault/clear``.
  var allowsHapticsDuringRecording = false
  /// Not reset by ``Fault/clear``.
  var isStrict = false
  var isOtherAudioPlaying = false
  var hasHeadphones = false
  var isSystemHapticsOff = false
  /// Not reset by ``Fault/clear``.
  var sharedSessionMixes = false
  var isPowerLow = false
  /// Limit on active players, if it is below the engine's limit.
  var playerLimit: Int?
  var soundBytes = 0
  private var failures: [PlannedFailure] = []

  private struct PlannedFailure: Sendable {
    let call: EngineCall
    let code: EngineError.Code
    /// Number of calls that succeed first.
    var skips: Int
    /// Number of calls that then fail, or `nil` if all fail until cleared.
    var times: Int?
  }

  init(profile: HardwareProfile) { self.profile = profile }

  /// Running engines apply the effects of a fault themselves.
  mutating func apply(_ fault: Fault) {
    switch fault {
    case .suspendApp: isSuspended = true
    case .resumeApp: isSuspended = false
    case .interruptAudio: isInterrupted = true
    case .endInterruption, .endInterruptionWithoutResume, .endInterruptionUnannounced: isInterrupted = false
    case .failServer: isServerDown = true
    case .recoverServer, .resetServer: isServerDown = false
    case .loseDevice: isDeviceLost = true
    case .restoreDevice: isDeviceLost = false
    case .disconnectController:
      if !isControllerGone { controllerNumber += 1 }
      isControllerGone = true
    case .connectController: isControllerGone = false
    case .beginRecording: isRecording = !allowsHapticsDuringRecording
    case .endRecording: isRecording = false
    case .beginOtherAudio: isOtherAudioPlaying = true
    case .endOtherAudio: isOtherAudioPlaying = false
    case .savePower: isPowerLow = true
    case .restorePower: isPowerLow = false
    case .changeAudioRoute: hasHeadphones = false
    case .connectHeadphones: hasHeadphones = true
    case .switchOffSystemHaptics: isSystemHapticsOff = true
    case .switchOnSystemHaptics: isSystemHapticsOff = false
    case .passIdleTime: break
    case .fail(let call, let code, let times):
      failures.append(PlannedFailure(call: call, code: code, skips: 0, times: times))
    case .failNth(let call, let n, let code):
      failures.append(PlannedFailure(call: call, code: code, skips: max(0, n - 1), times: 1))
    case .limitPlayers(let limit): playerLimit = limit
    case .clear:
      let before = self
      self = HardwareState(profile: profile)
      soundBytes = before.soundBytes
      controllerNumber = before.controllerNumber
      allowsHapticsDuringRecording = before.allowsHapticsDuringRecording
      isStrict = before.isStrict
      sharedSessionMixes = before.sharedSessionMixes
    }
  }

  mutating func intercept(_ call: EngineCall) -> EngineError? {
    var result: EngineError?
    for index in failures.indices where failures[index].call == call {
      if failures[index].skips > 0 {
        failures[index].skips -= 1
        continue
      }
      guard result == nil, failures[index].times != 0 else { continue }
      failures[index].times = failures[index].times.map { $0 - 1 }
      let code = failures[index].code
      result = EngineError(code, "\(call.rawValue) failed with \(code.name), as requested")
    }
    failures.removeAll { $0.times == 0 }
    return result
  }

  /// Returns whether the shared audio session ends other audio.
  mutating func takeOtherAudio() -> Bool {
    guard isOtherAudioPlaying, !sharedSessionMixes else { return false }
    isOtherAudioPlaying = false
    return true
  }

  /// `sharesSession` means that the engine plays through the app's audio session.
  func startRefusal(playsHapticsOnly: Bool, sharesSession: Bool = false) -> EngineError? {
    if isServerDown { return EngineError(.serverInterrupted, "the haptic server is down: wait for the reset handler") }
    if isDeviceLost { return EngineError(.serverInitFailed, "the device is gone") }
    if profile.isController, isControllerGone {
      return EngineError(.notSupported, "the game controller is disconnected")
    }
    if isSuspended {
      return EngineError(
        .operationNotPermitted, "the app is in the background: start when it returns to the foreground")
    }
    if isInterrupted {
      return EngineError(.cannotStartPlaying, "the audio session is interrupted: start when the interruption has ended")
    }
    if isOtherAudioPlaying, !playsHapticsOnly, !sharesSession {
      return EngineError(
        .cannotStartPlaying, "other audio is playing: set playsHapticsOnly, or start when it ends")
    }
    if isPowerLow { return EngineError(.insufficientPower, "the device is saving power") }
    return nil
  }
}
