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

  /// Call when the finger touches down.
  public func beginSwish() { perform { try $0.beginSwish() } }

  /// Call with the finger's speed, 0…1, as it moves.
  public func moveSwish(speed: Float) { perform { try $0.moveSwish(speed: speed) } }

  /// Call when the finger lifts.
  public func endSwish() { perform { try $0.endSwish() } }

  private func perform(_ body: (Effects) throws -> Void) {
    guard let effects else { return }
    do { try body(effects) } catch { print("not felt: \(error.localizedDescription)") }
  }
}
