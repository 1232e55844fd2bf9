import CoreHaptics
import Foundation

/// Two touch areas: one taps, the other hums while the finger is down. Horizontal position is sharpness, vertical is
/// intensity, both from 0 to 1.
final class Palette {
  private let engine: CHHapticEngine
  private var hum: CHHapticAdvancedPatternPlayer?

  init() throws {
    engine = try CHHapticEngine()
    engine.resetHandler = { [weak self] in self?.recover() }
    engine.stoppedHandler = { reason in print("stopped: \(reason.rawValue)") }
    try engine.start()
    try makeHum()
  }

  private func recover() {
    do {
      try engine.start()
      try makeHum()
    } catch {
      hum = nil
    }
  }

  /// The hum starts at middle values; controls move it from there.
  private func makeHum() throws {
    let event = CHHapticEvent(
      eventType: .hapticContinuous,
      parameters: [
        CHHapticEventParameter(parameterID: .hapticIntensity, value: 1),
        CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.5),
      ], relativeTime: 0, duration: 100)
    hum = try engine.makeAdvancedPlayer(with: CHHapticPattern(events: [event], parameters: []))
  }

  func tap(x: Float, y: Float) {
    let event = CHHapticEvent(
      eventType: .hapticTransient,
      parameters: [.init(parameterID: .hapticIntensity, value: y), .init(parameterID: .hapticSharpness, value: x)],
      relativeTime: 0)
    guard let pattern = try? CHHapticPattern(events: [event], parameters: []) else { return }
    try? engine.makePlayer(with: pattern).start(atTime: CHHapticTimeImmediate)
  }

  func touchesBegan(x: Float, y: Float) {
    touchesMoved(x: x, y: y)
    try? hum?.start(atTime: CHHapticTimeImmediate)
  }

  func touchesMoved(x: Float, y: Float) {
    let controls = [
      CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: y, relativeTime: 0),
      CHHapticDynamicParameter(parameterID: .hapticSharpnessControl, value: x - 0.5, relativeTime: 0),
    ]
    try? hum?.sendParameters(controls, atTime: CHHapticTimeImmediate)
  }

  func touchesEnded() { try? hum?.stop(atTime: CHHapticTimeImmediate) }
}
