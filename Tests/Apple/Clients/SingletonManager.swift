import Foundation

// The manager of most apps: a main-actor singleton that creates its engine, keeps it running and plays taps.
#if canImport(CoreHaptics)
  import CoreHaptics
#endif

@MainActor
final class HapticManager {
  static let shared = HapticManager()

  private var engine: CHHapticEngine?
  private var players: [String: CHHapticPatternPlayer] = [:]
  private(set) var isAvailable = false
  var isEnabled = true

  private init() { prepare() }

  func prepare() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return }
    do {
      engine = try CHHapticEngine()
      engine?.isAutoShutdownEnabled = true
      engine?.resetHandler = { [weak self] in
        DispatchQueue.main.async { self?.restart() }
      }
      engine?.stoppedHandler = { reason in
        switch reason {
        case .audioSessionInterrupt: print("interrupted")
        case .applicationSuspended: print("suspended")
        case .idleTimeout: print("idle")
        case .systemError: print("system error")
        case .notifyWhenFinished: print("finished")
        case .engineDestroyed: print("destroyed")
        case .gameControllerDisconnect: print("controller")
        @unknown default: print("unknown \(reason.rawValue)")
        }
      }
      try engine?.start()
      isAvailable = true
    } catch let error {
      print("no engine: \(error.localizedDescription)")
    }
  }

  func restart() {
    players.removeAll()
    try? engine?.start()
  }

  func tap(intensity: Float = 1, sharpness: Float = 0.5) {
    guard isEnabled, isAvailable else { return }
    let event = CHHapticEvent(
      eventType: .hapticTransient,
      parameters: [
        CHHapticEventParameter(parameterID: .hapticIntensity, value: intensity),
        .init(parameterID: .hapticSharpness, value: sharpness),
      ], relativeTime: 0)
    do {
      let pattern = try CHHapticPattern(events: [event], parameters: [])
      let player = try engine?.makePlayer(with: pattern)
      try player?.start(atTime: CHHapticTimeImmediate)
    } catch {
      print("no tap: \(error)")
    }
  }

  func cached(_ name: String, make: () throws -> CHHapticPattern) rethrows -> CHHapticPatternPlayer? {
    if let player = players[name] { return player }
    let pattern = try make()
    players[name] = try? engine?.makePlayer(with: pattern)
    return players[name]
  }

  func play(file name: String) {
    guard let path = Bundle.main.path(forResource: name, ofType: "ahap") else { return }
    do {
      try engine?.start()
      try engine?.playPattern(from: URL(fileURLWithPath: path))
    } catch CHHapticError.engineNotRunning {
      restart()
    } catch let error as NSError where error.code == -4806 {
      print("not now")
    } catch {
      print(error)
    }
  }
}
