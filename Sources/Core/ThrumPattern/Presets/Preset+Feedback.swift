extension Preset {
  /// Patterns for `UIImpactFeedbackGenerator`, `UINotificationFeedbackGenerator` and `UISelectionFeedbackGenerator`,
  /// also available as files in `Patterns/`.
  static let feedback: [Preset] = [
    impactLight, impactMedium, impactHeavy, impactSoft, impactRigid,
    notificationSuccess, notificationWarning, notificationError, selection,
  ]

  /// A collision between small or light objects.
  public static let impactLight = Preset(
    "impact-light", "One small tap with little body, as when a light thing lands.",
    [.tap(0, 0.62, 0.55)])

  /// A collision between medium-sized objects.
  public static let impactMedium = Preset(
    "impact-medium", "One firm tap in the middle of every scale, as when two things of some weight meet.",
    [.tap(0, 0.82, 0.5)])

  /// A collision between large or heavy objects.
  public static let impactHeavy = Preset(
    "impact-heavy", "A full knock with a short low body under it, as when something heavy is set down.",
    [.tap(0, 1, 0.42), .buzz(0.004, for: 0.045, 0.5, 0.12, release: 0.3)])

  /// A collision with something soft.
  public static let impactSoft = Preset(
    "impact-soft", "A round push without an edge, as when something lands on a cushion.",
    [.tap(0, 0.78, 0.05), .buzz(0, for: 0.05, 0.4, 0, attack: 0.25, release: 0.4)])

  /// A collision with something rigid.
  public static let impactRigid = Preset(
    "impact-rigid", "One hard, dry click that is over at once, as when metal meets stone.",
    [.tap(0, 0.92, 0.96)])

  /// A task succeeded.
  public static let notificationSuccess = Preset(
    "notification-success",
    "Two taps that rise in strength and brightness, the second with a short glow under it: done, and well.",
    [.tap(0, 0.66, 0.4), .tap(0.14, 0.98, 0.62), .buzz(0.15, for: 0.07, 0.42, 0.5, release: 0.4)])

  /// A task needs attention.
  public static let notificationWarning = Preset(
    "notification-warning",
    "Two even taps that sink from bright to dull, a little apart: look up, nothing is broken yet.",
    [
      .tap(0, 0.95, 0.6), .buzz(0.005, for: 0.05, 0.35, 0.4, release: 0.25),
      .tap(0.21, 0.85, 0.25), .buzz(0.215, for: 0.08, 0.4, 0.15, release: 0.35),
    ])

  /// A task failed.
  public static let notificationError = Preset(
    "notification-error", "Three hurried knocks and a dull thud that stays down: it did not work.",
    [
      .tap(0, 0.72, 0.55), .tap(0.085, 0.78, 0.55), .tap(0.17, 0.86, 0.5),
      .tap(0.3, 1, 0.2), .buzz(0.305, for: 0.11, 0.55, 0.05, release: 0.4),
    ])

  /// A selection changed.
  public static let selection = Preset(
    "selection", "One faint, crisp tick, light enough to follow a moving finger: the choice has changed.",
    [.tap(0, 0.52, 0.78)])
}
