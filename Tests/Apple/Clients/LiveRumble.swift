// An advanced player controlled by a finger, with parameters, curves and loops, on an engine started manually.
import CoreHaptics
import Foundation

class LiveRumble {
  private var engine: CHHapticEngine!
  private var player: CHHapticAdvancedPatternPlayer!
  private var needsStart = true
  private var lifeObservers: [any NSObjectProtocol] = []

  init?() {
    guard let engine = try? CHHapticEngine(audioSession: nil) else { return nil }
    self.engine = engine
    engine.playsHapticsOnly = true
    engine.stoppedHandler = handleStop
    engine.resetHandler = handleReset
  }

  private func handleStop(_ reason: CHHapticEngine.StoppedReason) {
    if reason == .systemError { print("give up: \(reason.rawValue)") }
    needsStart = true
  }

  private func handleReset() {
    needsStart = true
    do { try makePlayer() } catch { print(error) }
  }

  func begin() throws {
    if needsStart {
      try engine.start()
      needsStart = false
    }
    try makePlayer()
    player.loopEnabled = true
    player.loopEnd = 0
    player.playbackRate = 1.5
    player.isMuted = false
    player.completionHandler = { error in
      if let error = error as? CHHapticError, error.code == .engineNotRunning { print("stopped") }
    }
    try player.start(atTime: .zero)
  }

  private func makePlayer() throws {
    let hum = CHHapticEvent(
      eventType: .hapticContinuous,
      parameters: [
        CHHapticEventParameter(parameterID: .hapticIntensity, value: 0.6),
        CHHapticEventParameter(parameterID: .sustained, value: 1),
        CHHapticEventParameter(parameterID: .attackTime, value: 0.1),
        CHHapticEventParameter(parameterID: .decayTime, value: 0),
        CHHapticEventParameter(parameterID: .releaseTime, value: 0.2),
      ], relativeTime: 0, duration: 100)
    let fade = CHHapticParameterCurve(
      parameterID: .hapticIntensityControl,
      controlPoints: [
        CHHapticParameterCurve.ControlPoint(relativeTime: 0, value: 0), .init(relativeTime: 1, value: 1),
      ], relativeTime: 0)
    player = try engine.makeAdvancedPlayer(with: CHHapticPattern(events: [hum], parameterCurves: [fade]))
  }

  func move(to x: Float) {
    let parameters = [
      CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: x, relativeTime: 0),
      CHHapticDynamicParameter(parameterID: .hapticSharpnessControl, value: x - 0.5, relativeTime: 0),
    ]
    try? player?.sendParameters(parameters, atTime: CHHapticTimeImmediate)
    let ramp = CHHapticParameterCurve(
      parameterID: .audioVolumeControl, controlPoints: [.init(relativeTime: 0.1, value: x)], relativeTime: 0)
    try? player.scheduleParameterCurve(ramp, atTime: engine.currentTime + 0.05)
  }

  func end() {
    try? player?.stop(atTime: engine.currentTime + 0.1)
    engine.notifyWhenPlayersFinished { error in
      error == nil ? .stopEngine : .leaveEngineRunning
    }
    engine.notifyWhenPlayersFinished(finishedHandler: { _ in return .leaveEngineRunning })
    try? player.cancel()
    try? player.pause(atTime: 0)
    try? player.resume(atTime: 0)
    try? player.seek(toOffset: 0.5)
    engine.stop()
    engine.stop { error in print(error ?? "stopped") }
    engine.stop(completionHandler: nil)
    engine.start(completionHandler: { error in print(error ?? "started") })
  }
}
