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
}
