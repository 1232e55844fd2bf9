import ThrumEngine
import ThrumPattern

/// What the system plays itself when an app asks for feedback: the presets of the feedback generators and of the system sounds, on
/// an engine of its own in the caller's environment. As on a phone nothing fails: what is not felt is in the timeline, with
/// the reason.
///
/// - Thread: any.
public enum SystemFeedback {
  /// Gets the system's engine ready, so that feedback that follows is felt at once.
  public static func prepare(_ preset: Preset, in environment: HapticEnvironment = .current) {
    guard let engine = engine(in: environment, for: preset) else { return }
    environment.noteFeedback(preset.name, .prepared)
    engine.start { _ in }
  }

  /// Plays a preset.
  ///
  /// - Parameters:
  ///   - preset: which.
  ///   - intensity: a part of its strength, 0…1; others count as the nearest of these.
  ///   - environment: where it is felt.
  public static func play(_ preset: Preset, intensity: Double = 1, in environment: HapticEnvironment = .current) {
    guard let engine = engine(in: environment, for: preset) else { return }
    let intensity = intensity.isNaN ? 1 : min(max(intensity, 0), 1)
    let pattern = preset.pattern(intensity: intensity)
    do throws(EngineError) {
      try engine.withEngine { (engine) throws(EngineError) in try engine.playPattern(pattern, options: PlayerOptions())
      }
      environment.noteFeedback(preset.name, .played(intensity: intensity))
    } catch {
      environment.noteFeedback(preset.name, .withheld(error.message))
    }
  }

  /// The system's engine; `nil` when nothing would be felt, which is noted.
  private static func engine(in environment: HapticEnvironment, for preset: Preset) -> HapticEngine? {
    if let reason = environment.feedbackRefusal {
      environment.noteFeedback(preset.name, .withheld(reason))
      return nil
    }
    if let engine = environment.systemEngine.withLock({ $0 }) { return engine }
    var configuration = EngineConfiguration()
    configuration.isSystem = true
    guard let made = try? HapticEngine(configuration, in: environment) else { return nil }
    made.withEngine { $0.setPlaysHapticsOnly(true) }
    return environment.systemEngine.withLock { engine in
      // Another thread may have been quicker.
      engine = engine ?? made
      return engine
    }
  }
}
