// A plug-in for another language: every name as a string or a number, free functions over handles.
import CoreHaptics
import Foundation

struct EngineHandle: Hashable, Sendable {
  let id: Int32
}

@MainActor
enum Bridge {
  private static var engines: [EngineHandle: CHHapticEngine] = [:]
  private static var players: [Int32: CHHapticAdvancedPatternPlayer] = [:]
  private static var next: Int32 = 0

  static func create(_ onError: (Int32, UnsafePointer<CChar>) -> Void) -> EngineHandle? {
    do {
      next += 1
      let handle = EngineHandle(id: next)
      engines[handle] = try CHHapticEngine()
      return handle
    } catch let error as CHHapticError {
      error.localizedDescription.withCString { onError(Int32(error.code.rawValue), $0) }
    } catch {
      (error as NSError).localizedDescription.withCString { onError(Int32((error as NSError).code), $0) }
    }
    return nil
  }

  static func set(_ handle: EngineHandle, _ name: String, _ value: Bool) {
    guard let engine = engines[handle] else { return }
    switch name {
    case "hapticsOnly": engine.playsHapticsOnly = value
    case "audioOnly": engine.playsAudioOnly = value
    case "muteAudio": engine.isMutedForAudio = value
    case "muteHaptics": engine.isMutedForHaptics = value
    case "autoShutdown": engine.isAutoShutdownEnabled = value
    default: break
    }
  }

  static func get(_ handle: EngineHandle) -> [String: Any]? {
    guard let engine = engines[handle] else { return nil }
    let hardware = CHHapticEngine.capabilitiesForHardware()
    return [
      "time": engine.currentTime, "hapticsOnly": engine.playsHapticsOnly, "audioOnly": engine.playsAudioOnly,
      "muteAudio": engine.isMutedForAudio, "muteHaptics": engine.isMutedForHaptics,
      "autoShutdown": engine.isAutoShutdownEnabled, "haptics": hardware.supportsHaptics,
      "audio": hardware.supportsAudio,
    ]
  }

  static func play(_ handle: EngineHandle, _ data: Data) -> Int {
    do { try engines[handle]?.playPattern(from: data) } catch { return (error as NSError).code }
    return 0
  }

  static func makePlayer(_ handle: EngineHandle, _ pattern: CHHapticPattern) throws -> Int32 {
    guard let engine = engines[handle] else { throw CHHapticError(.invalidPatternPlayer) }
    next += 1
    let player = try engine.makeAdvancedPlayer(with: pattern)
    let id = next
    player.completionHandler = { error in print("player \(id) ended: \(error.map { "\($0)" } ?? "well")") }
    players[id] = player
    return id
  }

  static func control(_ id: Int32, _ action: String, _ number: Double) throws {
    guard let player = players[id] else { return }
    switch action {
    case "start": try player.start(atTime: number)
    case "stop": try player.stop(atTime: number)
    case "pause": try player.pause(atTime: number)
    case "resume": try player.resume(atTime: number)
    case "seek": try player.seek(toOffset: number)
    case "cancel": try player.cancel()
    case "rate": player.playbackRate = Float(number)
    case "end": player.loopEnd = number
    case "loop": player.loopEnabled = number != 0
    case "mute": player.isMuted = number != 0
    default:
      guard let control = controls[action] else { return }
      let parameter = CHHapticDynamicParameter(parameterID: control, value: Float(number), relativeTime: 0)
      try player.sendParameters([parameter], atTime: CHHapticTimeImmediate)
      let point = CHHapticParameterCurveControlPoint(relativeTime: 0.1, value: Float(number))
      let curve = CHHapticParameterCurve(parameterID: control, controlPoints: [point], relativeTime: 0)
      try player.scheduleParameterCurve(curve, atTime: 0)
    }
  }

  static func destroy(_ handle: EngineHandle) {
    engines.removeValue(forKey: handle)?.stop(completionHandler: { error in print(error ?? "stopped") })
  }
}

let controls: [String: CHHapticDynamicParameter.ID] = [
  "intensity": .hapticIntensityControl, "sharpness": .hapticSharpnessControl,
  "attack": .hapticAttackTimeControl, "decay": .hapticDecayTimeControl, "release": .hapticReleaseTimeControl,
  "volume": .audioVolumeControl, "pan": .audioPanControl, "brightness": .audioBrightnessControl,
  "pitch": .audioPitchControl, "audioAttack": .audioAttackTimeControl, "audioDecay": .audioDecayTimeControl,
  "audioRelease": .audioReleaseTimeControl,
]

func parameterID(_ number: Int) -> CHHapticEvent.ParameterID? {
  let all: [CHHapticEvent.ParameterID] = [
    .hapticIntensity, .hapticSharpness, .attackTime, .decayTime, .releaseTime, .sustained, .audioVolume, .audioPitch,
    .audioPan, .audioBrightness,
  ]
  return all.indices.contains(number) ? all[number] : nil
}

func eventType(_ name: String) -> CHHapticEvent.EventType {
  switch CHHapticEvent.EventType(rawValue: name) {
  case .hapticTransient: return .hapticTransient
  case .audioContinuous: return .audioContinuous
  case .audioCustom: return .audioCustom
  default: return .hapticContinuous
  }
}

/// Whether the device has haptics.
@_cdecl("haptic_supports_haptics")
public func supportsHaptics() -> Bool { CHHapticEngine.capabilitiesForHardware().supportsHaptics }

/// Whether a stopped reason is a system error.
@_cdecl("haptic_last_reason")
public func isSystemError(_ reason: Int) -> Bool { CHHapticEngine.StoppedReason(rawValue: reason) == .systemError }
