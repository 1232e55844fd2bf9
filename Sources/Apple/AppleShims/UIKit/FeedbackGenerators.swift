import Foundation
import ThrumFeedback
import ThrumPattern

/// What the feedback generators of UIKit have in common. They play the presets of Thrum through the system's engine of the
/// caller's environment.
@preconcurrency @MainActor open class UIFeedbackGenerator: NSObject {
  /// What `prepare()` gets ready.
  var preset: Preset { .selection }

  /// Gets the system ready, so that the feedback is felt at once.
  open func prepare() { SystemFeedback.prepare(preset) }
}

/// Collisions.
@preconcurrency @MainActor open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// How heavy, or how hard, what collides is.
  public enum FeedbackStyle: Int, Sendable {
    case light, medium, heavy, soft, rigid
  }

  private let style: FeedbackStyle

  /// Makes a generator.
  public init(style: FeedbackStyle) {
    self.style = style
    super.init()
  }

  /// Makes a generator for a view, which Linux does not have.
  public convenience init(style: FeedbackStyle, view: UIView) { self.init(style: style) }

  /// Makes a generator of the style `medium`.
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

  /// Plays it.
  open func impactOccurred() { SystemFeedback.play(preset) }

  /// Plays it at a part of its strength, 0…1.
  open func impactOccurred(intensity: CGFloat) { SystemFeedback.play(preset, intensity: Double(intensity)) }

  /// Plays it; the place in a view does not matter.
  open func impactOccurred(at location: CGPoint) { impactOccurred() }

  /// Plays it at a part of its strength; the place in a view does not matter.
  open func impactOccurred(intensity: CGFloat, at location: CGPoint) { impactOccurred(intensity: intensity) }
}

/// Successes, warnings and failures.
@preconcurrency @MainActor open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// What there is to tell.
  public enum FeedbackType: Int, Sendable {
    case success, warning, error
  }

  /// Makes a generator.
  public override init() { super.init() }

  override var preset: Preset { .notificationSuccess }

  /// Plays it.
  open func notificationOccurred(_ notificationType: FeedbackType) {
    switch notificationType {
    case .success: SystemFeedback.play(.notificationSuccess)
    case .warning: SystemFeedback.play(.notificationWarning)
    case .error: SystemFeedback.play(.notificationError)
    }
  }

  /// Plays it; the place in a view does not matter.
  open func notificationOccurred(_ notificationType: FeedbackType, at location: CGPoint) {
    notificationOccurred(notificationType)
  }
}

/// Changes of a selection.
@preconcurrency @MainActor open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Makes a generator.
  public override init() { super.init() }

  /// Plays it.
  open func selectionChanged() { SystemFeedback.play(.selection) }

  /// Plays it; the place in a view does not matter.
  open func selectionChanged(at location: CGPoint) { selectionChanged() }
}
