extension Preset {
  /// Vibrations of system sounds. Only 4095 (`kSystemSoundID_Vibrate`) has a published name; the others are known from
  /// use.
  static let systemSounds: [Preset] = [
    message, messageVibration, doubleTap, lightTick, mediumTick, strongTick, messagePreview, ringerVibration,
    silentVibration, peek, pop, cancelled, vibrate,
  ]

  /// 1003: the vibration accompanying a new message's tone.
  public static let message = Preset(
    "message", systemSound: 1003, "Two short, firm buzzes with a tone: a message has arrived.",
    [.buzz(0, for: 0.15, 0.85, 0.42), .buzz(0.25, for: 0.15, 0.85, 0.42)])

  /// 1011: a new message.
  public static let messageVibration = Preset(
    "message-vibration", systemSound: 1011, "Two short buzzes: a message has arrived.",
    [.buzz(0, for: 0.19, 0.9, 0.4), .buzz(0.31, for: 0.19, 0.9, 0.4)])

  /// 1102: a double tap.
  public static let doubleTap = Preset(
    "double-tap", systemSound: 1102, "Two firm taps close together.",
    [.tap(0, 0.85, 0.5), .tap(0.11, 0.85, 0.5)])

  /// 1161: a light tick with an undocumented purpose.
  public static let lightTick = Preset(
    "light-tick", systemSound: 1161, "A light tick; the number's purpose is not published.",
    [.tap(0, 0.55, 0.6)])

  /// 1162: a medium tick with an undocumented purpose.
  public static let mediumTick = Preset(
    "medium-tick", systemSound: 1162, "A medium tick; the number's purpose is not published.",
    [.tap(0, 0.75, 0.55)])

  /// 1164: a strong tick with an undocumented purpose.
  public static let strongTick = Preset(
    "strong-tick", systemSound: 1164, "A strong tick; the number's purpose is not published.",
    [.tap(0, 0.95, 0.5)])

  /// 1311: the message vibration, as previewed in the settings.
  public static let messagePreview = Preset(
    "message-preview", systemSound: 1311, "Two short buzzes: the message vibration as previewed in Settings.",
    [.buzz(0, for: 0.19, 0.85, 0.4), .buzz(0.31, for: 0.19, 0.85, 0.4)])

  /// 1350: vibration in ring mode was switched on or off.
  public static let ringerVibration = Preset(
    "ringer-vibration", systemSound: 1350, "One buzz: vibration in ring mode was switched on or off.",
    [.buzz(0, for: 0.4, 0.9, 0.42)])

  /// 1351: vibration in silent mode was switched on or off.
  public static let silentVibration = Preset(
    "silent-vibration", systemSound: 1351,
    "One buzz, softer than ringer-vibration: vibration in silent mode was switched on or off.",
    [.buzz(0, for: 0.4, 0.75, 0.3)])

  /// 1519: a preview (“peek”).
  public static let peek = Preset(
    "peek", systemSound: 1519, "A weak tap: a preview is available.",
    [.tap(0, 0.6, 0.45)])

  /// 1520: a preview opening (“pop”).
  public static let pop = Preset(
    "pop", systemSound: 1520, "A strong tap: the preview has opened.",
    [.tap(0, 1, 0.45)])

  /// 1521: a refused action.
  public static let cancelled = Preset(
    "cancelled", systemSound: 1521, "Three weak taps in a row: nothing to preview here.",
    [.tap(0, 0.6, 0.45), .tap(0.1, 0.6, 0.45), .tap(0.2, 0.6, 0.45)])

  /// 4095, `kSystemSoundID_Vibrate`: the phone's plain vibration.
  public static let vibrate = Preset(
    "vibrate", systemSound: 4095, "The phone's plain vibration: a buzz of 0.4 s.",
    [.buzz(0, for: 0.4, 1, 0.42)])
}
