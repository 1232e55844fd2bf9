import ThrumEngine
import ThrumFeedback
import ThrumPattern

/// Feedback for an event in the user interface. Feedback marked with another device is silent on a phone.
public struct SensoryFeedback: Equatable, Sendable {
  private enum Kind: Equatable, Sendable {
    case preset(Preset, intensity: Double)
    case elsewhere(name: String, place: String)

    static func == (a: Kind, b: Kind) -> Bool {
      switch (a, b) {
      case (.preset(let a, let i), .preset(let b, let j)): a.name == b.name && i == j
      case (.elsewhere(let a, _), .elsewhere(let b, _)): a == b
      default: false
      }
    }
  }

  private let kind: Kind

  private init(_ preset: Preset, intensity: Double = 1) { kind = .preset(preset, intensity: intensity) }
  private init(_ name: String, _ place: String) { kind = .elsewhere(name: name, place: place) }

  /// A task succeeded.
  public static let success = Self(.notificationSuccess)
  /// A task needs attention.
  public static let warning = Self(.notificationWarning)
  /// A task failed.
  public static let error = Self(.notificationError)
  /// A selection changed.
  public static let selection = Self(.selection)
  /// A collision.
  public static let impact = Self(.impactMedium)
  /// A value rose above a threshold (watch).
  public static let increase = Self("increase", "on a watch")
  /// A value fell below a threshold (watch).
  public static let decrease = Self("decrease", "on a watch")
  /// An activity started (watch).
  public static let start = Self("start", "on a watch")
  /// An activity stopped (watch).
  public static let stop = Self("stop", "on a watch")
  /// A dragged item is aligned (Apple Pencil, trackpad).
  public static let alignment = Self("alignment", "with an Apple Pencil or a trackpad")
  /// A drawn path is complete (Apple Pencil, trackpad).
  public static let pathComplete = Self("path-complete", "with an Apple Pencil or a trackpad")
  /// A pressure level was reached (Mac).
  public static let levelChange = Self("level-change", "on a Mac")

  /// A pressed control.
  public struct PressFeedback: Equatable, Sendable {
    fileprivate let name: String
    /// A button.
    public static let button = Self(name: "press-button")
    /// A button without text.
    public static let buttonIconOnly = Self(name: "press-button-icon-only")
    /// A slider's thumb.
    public static let slider = Self(name: "press-slider")
    /// A tab.
    public static let tab = Self(name: "press-tab")
    /// A toggle.
    public static let toggle = Self(name: "press-toggle")
  }

  /// A released control.
  public struct ReleaseFeedback: Equatable, Sendable {
    fileprivate let name: String
    /// A slider's thumb.
    public static let slider = Self(name: "release-slider")
  }

  /// A control's new value.
  public struct SelectionFeedback: Equatable, Sendable {
    fileprivate let name: String
    /// The largest value.
    public static let maximum = Self(name: "selection-maximum")
    /// The smallest value.
    public static let minimum = Self(name: "selection-minimum")
    /// Off.
    public static let off = Self(name: "selection-off")
    /// On.
    public static let on = Self(name: "selection-on")
  }

  /// A control was pressed (Vision Pro).
  public static func press(_ feedback: PressFeedback) -> Self { Self(feedback.name, "on a Vision Pro") }
  /// A control was released (Vision Pro).
  public static func release(_ feedback: ReleaseFeedback) -> Self { Self(feedback.name, "on a Vision Pro") }
  /// A control's value changed (Vision Pro).
  public static func selection(_ feedback: SelectionFeedback) -> Self { Self(feedback.name, "on a Vision Pro") }

  /// Weight of colliding objects.
  public struct Weight: Equatable, Sendable {
    fileprivate let preset: Preset
    /// Compares the weights.
    public static func == (a: Self, b: Self) -> Bool { a.preset.name == b.preset.name }
    /// Light.
    public static let light = Self(preset: .impactLight)
    /// Medium.
    public static let medium = Self(preset: .impactMedium)
    /// Heavy.
    public static let heavy = Self(preset: .impactHeavy)
  }

  /// Hardness of colliding objects.
  public struct Flexibility: Equatable, Sendable {
    fileprivate let preset: Preset
    /// Compares hardness.
    public static func == (a: Self, b: Self) -> Bool { a.preset.name == b.preset.name }
    /// Hard.
    public static let rigid = Self(preset: .impactRigid)
    /// Medium.
    public static let solid = Self(preset: .impactMedium)
    /// Soft.
    public static let soft = Self(preset: .impactSoft)
  }

  /// Returns feedback for a collision of objects with this weight, scaled by `intensity`, 0…1.
  public static func impact(weight: Weight = .medium, intensity: Double = 1) -> Self {
    Self(weight.preset, intensity: intensity)
  }

  /// Returns feedback for a collision of objects with this hardness, scaled by `intensity`, 0…1.
  public static func impact(flexibility: Flexibility, intensity: Double = 1) -> Self {
    Self(flexibility.preset, intensity: intensity)
  }

  func play() {
    switch kind {
    case .preset(let preset, let intensity): SystemFeedback.play(preset, intensity: intensity)
    case .elsewhere(let name, let place):
      HapticEnvironment.current.noteFeedback(name, .withheld("plays only \(place)"))
    }
  }
}

/// A view that plays feedback when its trigger changes.
@MainActor public struct SensoryFeedbackView<Content: View, Trigger: Equatable>: View, UpdatableView {
  let content: Content
  let trigger: Trigger
  let feedback: (Trigger, Trigger) -> SensoryFeedback?

  /// The view without feedback.
  public var body: Content { content }

  func play(changesIn next: Any) {
    guard let next = next as? Self else { return }
    if trigger != next.trigger { next.feedback(trigger, next.trigger)?.play() }
    content.update(to: next.content)
  }
  func receive(_ event: ViewEvent) { content.perform(event) }
}

extension View {
  /// Plays feedback when ``update(to:)`` changes `trigger`.
  public func sensoryFeedback<Trigger: Equatable>(_ feedback: SensoryFeedback, trigger: Trigger) -> some View {
    SensoryFeedbackView(content: self, trigger: trigger) { _, _ in feedback }
  }

  /// Plays feedback when `trigger` changes and `condition` returns `true` for its old and new values.
  public func sensoryFeedback<Trigger: Equatable>(
    _ feedback: SensoryFeedback, trigger: Trigger, condition: @escaping (_ old: Trigger, _ new: Trigger) -> Bool
  ) -> some View {
    SensoryFeedbackView(content: self, trigger: trigger) { condition($0, $1) ? feedback : nil }
  }

  /// When `trigger` changes, plays the feedback that `feedback` returns for the old and new values.
  public func sensoryFeedback<Trigger: Equatable>(
    trigger: Trigger, _ feedback: @escaping (_ old: Trigger, _ new: Trigger) -> SensoryFeedback?
  ) -> some View { SensoryFeedbackView(content: self, trigger: trigger, feedback: feedback) }

  /// When `trigger` changes, plays the feedback that `feedback` returns.
  public func sensoryFeedback<Trigger: Equatable>(
    trigger: Trigger, _ feedback: @escaping () -> SensoryFeedback?
  ) -> some View { SensoryFeedbackView(content: self, trigger: trigger) { _, _ in feedback() } }
}
