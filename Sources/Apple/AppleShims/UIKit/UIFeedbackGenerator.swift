import Foundation
import ThrumEngine
import ThrumFeedback
import ThrumPattern

/// Base class of the feedback generators, which play presets through the environment's system engine.
@preconcurrency @MainActor open class UIFeedbackGenerator: NSObject {
  var preset: Preset { .selection }

  /// Creates a generator.
  public override init() {
    super.init()
    noteThread("init")
  }

  /// Starts the engine, so that the next feedback is immediate.
  open func prepare() {
    noteThread("prepare()")
    SystemFeedback.prepare(preset)
  }

  func play(_ preset: Preset, intensity: Double = 1, for call: String) {
    noteThread(call)
    SystemFeedback.play(preset, intensity: intensity)
  }

  fileprivate func noteThread(_ call: String) { SystemFeedback.noteThread(of: "\(type(of: self)).\(call)") }
}

/// Feedback for collisions.
@preconcurrency @MainActor open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// Weight or hardness of the colliding objects.
  public enum FeedbackStyle: Int, Sendable {
    case light, medium, heavy, soft, rigid
  }

  private let style: FeedbackStyle

  /// Creates a generator.
  public required init(style: FeedbackStyle) {
    self.style = style
    super.init()
  }

  /// Creates a generator.
  public convenience init(style: FeedbackStyle, view: UIView) { self.init(style: style) }

  /// Creates a generator with style `medium`.
  public convenience init(view: UIView) { self.init(style: .medium) }

  /// Creates a generator with style `medium`.
  public override convenience init() { self.init(style: .medium) }

  override var preset: Preset {
    switch style {
    case .light: .impactLight
    case .medium: .impactMedium
    case .heavy: .impactHeavy
    case .soft: .impactSoft
    case .rigid: .impactRigid
    }
  }

  /// Plays the feedback.
  open func impactOccurred() { play(preset, for: "impactOccurred()") }

  /// Plays the feedback scaled by `intensity`, 0…1.
  open func impactOccurred(intensity: CGFloat) {
    play(preset, intensity: Double(intensity), for: "impactOccurred(intensity:)")
  }

  /// Plays the feedback.
  open func impactOccurred(at location: CGPoint) { impactOccurred() }

  /// Plays the feedback scaled by `intensity`, 0…1.
  open func impactOccurred(intensity: CGFloat, at location: CGPoint) { impactOccurred(intensity: intensity) }
}

/// Feedback for alignment and paths on a canvas. Silent on a phone.
@preconcurrency @MainActor open class UICanvasFeedbackGenerator: UIFeedbackGenerator {
  /// Creates a generator.
  public convenience init(view: UIView) { self.init() }

  /// Reports that an object is aligned.
  open func alignmentOccurred(at location: CGPoint) { note("alignment") }
  /// Reports that a path is complete.
  open func pathCompleted(at location: CGPoint) { note("path-complete") }

  private func note(_ name: String) {
    noteThread(name)
    HapticEnvironment.current.noteFeedback(name, .withheld("plays only with an Apple Pencil or a trackpad"))
  }
}

/// Feedback for success, warning and failure.
@preconcurrency @MainActor open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// Kind of outcome.
  public enum FeedbackType: Int, Sendable {
    case success, warning, error
  }

  /// Creates a generator.
  public override init() { super.init() }

  /// Creates a generator.
  public convenience init(view: UIView) { self.init() }

  override var preset: Preset { .notificationSuccess }

  /// Plays the feedback.
  open func notificationOccurred(_ notificationType: FeedbackType) {
    let preset: Preset =
      switch notificationType {
      case .success: .notificationSuccess
      case .warning: .notificationWarning
      case .error: .notificationError
      }
    play(preset, for: "notificationOccurred(_:)")
  }

  /// Plays the feedback.
  open func notificationOccurred(_ notificationType: FeedbackType, at location: CGPoint) {
    notificationOccurred(notificationType)
  }
}

/// Feedback for selection changes.
@preconcurrency @MainActor open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Creates a generator.
  public override init() { super.init() }

  /// Creates a generator.
  public convenience init(view: UIView) { self.init() }

  /// Plays the feedback.
  open func selectionChanged() { play(.selection, for: "selectionChanged()") }

  /// Plays the feedback.
  open func selectionChanged(at location: CGPoint) { selectionChanged() }
}
