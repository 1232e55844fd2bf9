// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreHaptics

/// The app's only haptics manager, alive as long as the process.
public final class HapticEngine {
  public static let shared = HapticEngine()

  private var engine: CHHapticEngine?
  public private(set) var lastError: (any Error)?

  private init() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return }
    engine = try? CHHapticEngine()
    engine?.resetHandler = { [weak self] in try? self?.engine?.start() }
    try? engine?.start()
  }

  public func tap(_ intensity: Float = 1) {
    let parameter = CHHapticEventParameter(parameterID: .hapticIntensity, value: intensity)
    let event = CHHapticEvent(eventType: .hapticTransient, parameters: [parameter], relativeTime: 0)
    do {
      try engine?.start()
      try engine?.makePlayer(with: CHHapticPattern(events: [event], parameters: [])).start(atTime: 0)
    } catch { lastError = error }
  }
}
