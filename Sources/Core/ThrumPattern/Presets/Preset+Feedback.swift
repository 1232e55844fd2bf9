extension Preset {
  /// Patterns for the three `UIFeedbackGenerator` classes, also available as files in `Patterns/`.
  static let feedback: [Preset] = [
    impactLight, impactMedium, impactHeavy, impactSoft, impactRigid,
    notificationSuccess, notificationWarning, notificationError, selection,
  ]

  /// A collision between small or light objects.
  public static let impactLight = Preset(
    "impact-light", "A light tap, like a small object landing.",
    [.tap(0, 0.62, 0.55)])

  /// A collision between medium-sized objects.
  public static let impactMedium = Preset(
    "impact-medium", "A firm tap of medium strength and sharpness, like two solid objects meeting.",
    [.tap(0, 0.82, 0.5)])

  /// A collision between large or heavy objects.
  public static let impactHeavy = Preset(
    "impact-heavy", "A full knock over a short low buzz, like a heavy object being set down.",
    [.tap(0, 1, 0.42), .buzz(0.004, for: 0.045, 0.5, 0.12, release: 0.3)])

  /// A collision with something soft.
  public static let impactSoft = Preset(
    "impact-soft", "A round, soft push, like something landing on a cushion.",
    [.tap(0, 0.78, 0.05), .buzz(0, for: 0.05, 0.4, 0, attack: 0.25, release: 0.4)])

  /// A collision with something rigid.
  public static let impactRigid = Preset(
    "impact-rigid", "A hard, dry click, like metal on stone.",
    [.tap(0, 0.92, 0.96)])

  /// A task succeeded.
  public static let notificationSuccess = Preset(
    "notification-success",
    "Two taps, the second stronger, sharper and followed by a short buzz: success.",
    [.tap(0, 0.66, 0.4), .tap(0.14, 0.98, 0.62), .buzz(0.15, for: 0.07, 0.42, 0.5, release: 0.4)])

  /// A task needs attention.
  public static let notificationWarning = Preset(
    "notification-warning",
    "Two separate taps of similar strength, the second duller: a warning.",
    [
      .tap(0, 0.95, 0.6), .buzz(0.005, for: 0.05, 0.35, 0.4, release: 0.25),
      .tap(0.21, 0.85, 0.25), .buzz(0.215, for: 0.08, 0.4, 0.15, release: 0.35),
    ])

  /// A task failed.
  public static let notificationError = Preset(
    "notification-error", "Three quick knocks, each stronger than the last, and a dull thud: failure.",
    [
      .tap(0, 0.72, 0.55), .tap(0.085, 0.78, 0.55), .tap(0.17, 0.86, 0.5),
      .tap(0.3, 1, 0.2), .buzz(0.305, for: 0.11, 0.55, 0.05, release: 0.4),
    ])

  /// A selection changed.
  public static let selection = Preset(
    "selection", "One faint, crisp tick, light enough to repeat under a moving finger: the selection changed.",
    [.tap(0, 0.52, 0.78)])
}
