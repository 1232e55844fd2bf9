import ThrumEngine
import ThrumPattern
import ThrumTime

/// Feedback that the system plays for an app: presets for feedback generators and system sounds.
///
/// Uses its own engine in the caller's environment. As on a phone, no call fails; the timeline records why feedback is
/// not felt.
public enum SystemFeedback {
  /// Starts the engine, so that the next feedback is immediate.
  public static func prepare(_ preset: Preset, in environment: HapticEnvironment = .current) {
    guard let engine = engine(in: environment, for: preset) else { return }
    environment.noteFeedback(preset.name, .prepared)
    engine.start { _ in }
  }

  /// Plays a preset, scaled by `intensity`, which is clamped to 0…1.
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

  /// Notes a call of UIKit, such as `UISelectionFeedbackGenerator.selectionChanged()`, if it is not on the main thread,
  /// as Xcode's Main Thread Checker does.
  package static func noteThread(of call: String, in environment: HapticEnvironment = .current) {
    guard !MainThread.isCurrent else { return }
    environment.note(.offMainThread, "\(call) was called off the main thread: UIKit may crash there")
  }

  /// Returns the system's engine, or logs why nothing would be felt and returns `nil`.
  private static func engine(in environment: HapticEnvironment, for preset: Preset) -> HapticEngine? {
    if let reason = environment.feedbackRefusal(isGenerated: preset.systemSound == nil) {
      environment.noteFeedback(preset.name, .withheld(reason))
      return nil
    }
    if let engine = environment.systemEngine.withLock({ $0 }) { return engine }
    var configuration = EngineConfiguration()
    configuration.isSystem = true
    guard let made = try? HapticEngine(configuration, in: environment) else { return nil }
    made.withEngine { $0.setPlaysHapticsOnly(true) }
    return environment.systemEngine.withLock { engine in
      engine = engine ?? made
      return engine
    }
  }
}
