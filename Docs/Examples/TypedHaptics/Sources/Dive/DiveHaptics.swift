import CoreHaptics

/// Plays the patterns of the folder `Haptics`, each of which the plug-in made an accessor for.
public final class DiveHaptics {
  private let engine: CHHapticEngine

  public init() throws {
    engine = try CHHapticEngine()
    try engine.start()
  }

  public func splash() throws { try Haptics.splash.player(on: engine).start(atTime: CHHapticTimeImmediate) }

  public func bounce() throws { try Haptics.bounce.player(on: engine).start(atTime: CHHapticTimeImmediate) }
}
