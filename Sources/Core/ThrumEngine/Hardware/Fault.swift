/// What a phone does to an app, as data: applied at once, at a time, or by a scenario.
public enum Fault: Equatable, Sendable {
  /// The app goes to the background: running engines stop (`applicationSuspended`), and none can start until
  /// ``resumeApp``.
  case suspendApp
  /// The app is in the foreground again. Nothing starts on its own.
  case resumeApp
  /// A call or another app takes the audio session: running engines stop (`audioSessionInterrupt`), and none can
  /// start until ``endInterruption``.
  case interruptAudio
  /// The audio session is free again. Nothing starts on its own.
  case endInterruption
  /// The haptic server fails and recovers at once: engines stop, players and audio resources are lost, the reset
  /// handler is called.
  case resetServer
  /// The haptic server fails and stays away: engines stop, and calls that need it answer `serverInterrupted` until
  /// ``recoverServer``.
  case failServer
  /// The server is back: the reset handlers are called.
  case recoverServer
  /// The output device is gone and does not come back: running engines stop (`systemError`).
  case loseDevice
  /// A lost device can be opened again.
  case restoreDevice
  /// The game controller disconnects: running engines stop (`gameControllerDisconnect`) and cannot start again until
  /// ``connectController``.
  case disconnectController
  /// The controller is back.
  case connectController
  /// A microphone recording begins without leave for haptics: haptic events are silent until ``endRecording``.
  case beginRecording
  /// The recording is over.
  case endRecording
  /// Another app's audio plays: starts fail (561015905) unless the engine plays haptics only, until
  /// ``endOtherAudio``.
  case beginOtherAudio
  /// The other audio is over.
  case endOtherAudio
  /// The headphones go, or come: engines that play audio stop (`audioSessionInterrupt`) and may start again at once.
  case changeAudioRoute
  /// Power is low: starts fail with `insufficientPower` until ``restorePower``.
  case savePower
  /// Power is back.
  case restorePower
  /// Every idle engine with auto-shutdown stops now, as if the time had passed (`idleTimeout`).
  case passIdleTime
  /// The next `times` calls fail with a code; `nil` means until ``clear``.
  case fail(EngineCall, code: EngineError.Code, times: Int?)
  /// The nth call from now on fails with a code (1 is the next).
  case failNth(EngineCall, n: Int, code: EngineError.Code)
  /// The number of players that can be active at once; `nil` is the device's own number.
  case limitPlayers(Int?)
  /// All faults end; what has happened has happened. A server that was away is back: the reset handlers are called.
  case clear
}

extension Fault: CustomStringConvertible {
  /// As in a scenario: `suspend app`, `fail start engineStartTimeout 1`.
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
    case .changeAudioRoute: "change audio route"
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
