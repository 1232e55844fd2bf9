// A controller's haptics, in an app that receives the controller from elsewhere.
import CoreHaptics
import Foundation

final class ControllerRumble {
  private var engines: [GCHapticsLocality: CHHapticEngine] = [:]

  func connect(_ haptics: GCDeviceHaptics?) {
    guard let haptics = haptics else { return }
    let wanted: [GCHapticsLocality] = [.leftHandle, .rightHandle, .leftTrigger, .rightTrigger, .handles, .triggers]
    for locality in wanted + [.default] where haptics.supportedLocalities.contains(locality) {
      guard let engine = haptics.createEngine(withLocality: locality) else { continue }
      engine.stoppedHandler = { [weak self] reason in
        if case .gameControllerDisconnect = reason { self?.engines[locality] = nil }
      }
      engine.resetHandler = { try? engine.start() }
      try? engine.start()
      engines[locality] = engine
    }
  }

  func rumble(_ strength: Float) throws {
    let event = CHHapticEvent(
      eventType: .hapticContinuous, parameters: [.init(parameterID: .hapticIntensity, value: strength)],
      relativeTime: 0, duration: TimeInterval(GCHapticDurationInfinite))
    let pattern = try CHHapticPattern(events: [event], parameters: [])
    for engine in engines.values { try engine.makePlayer(with: pattern).start(atTime: CHHapticTimeImmediate) }
  }
}
