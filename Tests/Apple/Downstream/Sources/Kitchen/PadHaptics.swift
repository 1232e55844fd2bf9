// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreHaptics
import GameController

/// Haptics in both handles of a game controller.
public final class PadHaptics {
  private var engines: [GCHapticsLocality: CHHapticEngine] = [:]
  public private(set) var stops: [CHHapticEngine.StoppedReason] = []

  public init?() {
    GCController.startWirelessControllerDiscovery {}
    guard let haptics = GCController.current?.haptics, GCController.current?.extendedGamepad == nil else { return nil }
    GCController.current?.playerIndex = .index1
    for locality in [GCHapticsLocality.leftHandle, .rightHandle] where haptics.supportedLocalities.contains(locality) {
      engines[locality] = haptics.createEngine(withLocality: locality)
      engines[locality]?.stoppedHandler = { [weak self] in self?.stops.append($0) }
      try? engines[locality]?.start()
    }
  }

  public func rumble(_ locality: GCHapticsLocality) throws {
    let event = CHHapticEvent(
      eventType: .hapticContinuous, parameters: [], relativeTime: 0,
      duration: TimeInterval(min(GCHapticDurationInfinite, 0.5)))
    try engines[locality]?.makePlayer(with: CHHapticPattern(events: [event], parameters: [])).start(atTime: 0)
  }
}
