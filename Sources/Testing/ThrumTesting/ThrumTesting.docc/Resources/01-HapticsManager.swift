import CoreHaptics
import Foundation

/// The haptics of a rope-cutting game: an engine and its effects.
public final class HapticsManager {
  private var effects: Effects?

  /// Creates and starts the engine if haptics are supported.
  public init() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return }
    do {
      let engine = try CHHapticEngine()
      try engine.start()
      effects = try Effects(engine: engine)
    } catch {
      print("no haptics: \(error.localizedDescription)")
    }
  }

  /// Call when the rope is cut.
  public func cut(strength: Float) { perform { try $0.cut(strength: strength) } }

  private func perform(_ body: (Effects) throws -> Void) {
    guard let effects else { return }
    do { try body(effects) } catch { print("not felt: \(error.localizedDescription)") }
  }
}
