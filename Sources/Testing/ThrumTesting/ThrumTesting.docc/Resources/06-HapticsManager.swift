import CoreHaptics
import Foundation

/// The haptics of a rope-cutting game: an engine that restarts when needed, and its effects.
public final class HapticsManager {
  private let engine: CHHapticEngine?
  /// Protects the state below, since the engine calls its handlers on its own queue.
  private let lock = NSLock()
  private var isRunning = false
  private var effects: Effects?

  /// If haptics are supported, creates the engine and prepares it for the first effect.
  public init() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else {
      engine = nil
      return
    }
    engine = try? CHHapticEngine()
    engine?.stoppedHandler = { [weak self] _ in self?.engineStopped() }
    perform { _ in }
  }

  // MARK: What the game calls

  /// Call when the rope is cut.
  public func cut(strength: Float) { perform { try $0.cut(strength: strength) } }

  /// Call when the finger touches down.
  public func beginSwish() { perform { try $0.beginSwish() } }

  /// Call with the finger's speed, 0…1, as it moves.
  public func moveSwish(speed: Float) { perform { try $0.moveSwish(speed: speed) } }

  /// Call when the finger lifts.
  public func endSwish() { perform { try $0.endSwish() } }

  // MARK: The engine's lifecycle

  private func perform(_ body: (Effects) throws -> Void) {
    guard let engine else { return }
    do { try body(ready(engine)) } catch { print("not felt: \(error.localizedDescription)") }
  }

  /// Starts the engine if it was stopped.
  private func ready(_ engine: CHHapticEngine) throws -> Effects {
    if !lock.withLock({ isRunning }) {
      lock.withLock { isRunning = true }
      do { try engine.start() } catch {
        engineStopped()
        throw error
      }
    }
    if let effects = lock.withLock({ effects }) { return effects }
    let made = try Effects(engine: engine)
    lock.withLock { effects = made }
    return made
  }

  /// After a phone call, or after the app has been in the background, the next effect restarts the engine.
  private func engineStopped() { lock.withLock { isRunning = false } }
}
