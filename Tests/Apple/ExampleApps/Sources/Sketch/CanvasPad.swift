// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Combine
import CoreHaptics
import GameController

/// A game pad that moves the canvas: the handle on the side of an edge is felt when the canvas reaches that edge.
@MainActor public final class CanvasPad {
  public enum Edge: Sendable {
    case left, right
  }

  private var engines: [GCHapticsLocality: CHHapticEngine] = [:]
  private var cancellables: Set<AnyCancellable> = []

  public init() {
    NotificationCenter.default.publisher(for: .GCControllerDidConnect)
      .sink { [weak self] _ in self?.connect() }.store(in: &cancellables)
    NotificationCenter.default.publisher(for: .GCControllerDidDisconnect)
      .sink { [weak self] _ in self?.engines = [:] }.store(in: &cancellables)
    connect()
  }

  private func connect() {
    guard let haptics = GCController.current?.haptics else { return }
    for handle in [GCHapticsLocality.leftHandle, .rightHandle] where haptics.supportedLocalities.contains(handle) {
      engines[handle] = haptics.createEngine(withLocality: handle)
      engines[handle]?.start { @Sendable _ in }
    }
  }

  public func canvasReached(_ edge: Edge) {
    let handle = edge == .left ? GCHapticsLocality.leftHandle : .rightHandle
    // If the engine has stopped, it starts again.
    engines[handle]?.start { @Sendable [weak self] error in
      Task { @MainActor in if error == nil { self?.bump(handle) } }
    }
  }

  private func bump(_ handle: GCHapticsLocality) {
    let bump = CHHapticEvent(
      eventType: .hapticContinuous,
      parameters: [CHHapticEventParameter(parameterID: .hapticIntensity, value: 0.9)], relativeTime: 0, duration: 0.1)
    try? engines[handle]?.makePlayer(with: CHHapticPattern(events: [bump], parameters: [])).start(
      atTime: CHHapticTimeImmediate)
  }
}
