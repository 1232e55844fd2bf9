import ThrumEngine

/// The phone around the engine: reasons not to start, and injected failures.
struct ModelPhone {
  let isController: Bool
  var isSuspended = false
  var isInterrupted = false
  var isServerDown = false
  var isDeviceLost = false
  var isControllerGone = false
  var isOtherAudioPlaying = false
  var isPowerLow = false
  var channels = 64
  var failures: [Failure] = []

  /// An injected failure: after `skips` calls, `times` of them, or all.
  struct Failure {
    let call: EngineCall
    let code: Int
    var skips: Int
    var times: Int
  }

  init(isController: Bool) { self.isController = isController }

  /// Counts a call. If several failures are due, the first injected one is used and the others wait.
  mutating func intercept(_ call: EngineCall) -> Int? {
    var code: Int?
    for index in failures.indices where failures[index].call == call {
      if failures[index].skips > 0 {
        failures[index].skips -= 1
      } else if code == nil {
        code = failures[index].code
        failures[index].times -= 1
      }
    }
    failures.removeAll { $0.times == 0 }
    return code
  }

  /// Why an engine cannot start. If there are several reasons, the one that must end first.
  func startRefusal(playsHapticsOnly: Bool) -> Int? {
    if isServerDown { return -4811 }
    if isDeviceLost { return -4810 }
    if isController, isControllerGone { return -4809 }
    if isSuspended { return -4806 }
    if isInterrupted { return 561_015_905 }
    if isOtherAudioPlaying, !playsHapticsOnly { return 561_015_905 }
    return isPowerLow ? -4897 : nil
  }
}

extension Model {
  /// Applies a fault. A running engine that it stops completes its players with engineNotRunning and calls the stopped
  /// handler; a lost server completes them with serverInterrupted and calls the reset handler.
  mutating func apply(_ fault: Fault) {
    switch fault {
    case .suspendApp:
      phone.isSuspended = true
      end(reason: 2, error: -4805)
    case .interruptAudio:
      phone.isInterrupted = true
      end(reason: 1, error: -4805)
    case .loseDevice:
      phone.isDeviceLost = true
      end(reason: -1, error: -4805)
    case .disconnectController:
      phone.isControllerGone = true
      if phone.isController { end(reason: 6, error: -4805) }
    case .changeAudioRoute, .connectHeadphones: if !runsHapticsOnly { end(reason: 1, error: -4805) }
    case .passIdleTime: passIdleTime()
    case .resumeApp: phone.isSuspended = false
    case .endInterruption, .endInterruptionWithoutResume, .endInterruptionUnannounced: phone.isInterrupted = false
    case .restoreDevice: phone.isDeviceLost = false
    case .connectController: phone.isControllerGone = false
    case .beginOtherAudio: phone.isOtherAudioPlaying = true
    case .endOtherAudio: phone.isOtherAudioPlaying = false
    case .savePower: phone.isPowerLow = true
    case .restorePower: phone.isPowerLow = false
    case .beginRecording, .endRecording, .switchOffSystemHaptics, .switchOnSystemHaptics: break
    case .failServer, .recoverServer, .resetServer: applyToServer(fault)
    case .fail, .failNth, .limitPlayers, .clear: applyToCalls(fault)
    }
  }

  private mutating func applyToServer(_ fault: Fault) {
    if fault == .failServer || fault == .resetServer {
      end(reason: nil, error: -4811)
      for id in players.keys { players[id]?.isLost = true }
      sounds = []
    }
    // Recovering a server that has not failed calls no handler.
    let wasAway = phone.isServerDown || fault == .resetServer
    phone.isServerDown = fault == .failServer
    if fault != .failServer, wasAway { mailbox.append(tell(.reset)) }
  }

  private mutating func applyToCalls(_ fault: Fault) {
    switch fault {
    case .fail(let call, let code, let times):
      if times != 0 {
        phone.failures.append(
          ModelPhone.Failure(call: call, code: code.rawValue, skips: 0, times: times ?? .max))
      }
    case .failNth(let call, let n, let code):
      phone.failures.append(ModelPhone.Failure(call: call, code: code.rawValue, skips: max(0, n - 1), times: 1))
    case .limitPlayers(let limit): phone.channels = limit ?? 64
    default:
      // Clears all faults. A failed server recovers and calls the reset handler.
      if phone.isServerDown { mailbox.append(tell(.reset)) }
      phone = ModelPhone(isController: phone.isController)
    }
  }

  mutating func passIdleTime() {
    guard isAutoShutdownEnabled, isRunning, activeCount == 0 else { return }
    end(reason: 3, error: -4805)
  }
}
