/// A named pattern: a feedback generator's taps or a system sound's vibration.
///
/// Apple documents names and purposes. The patterns are ours and follow Apple's guidelines.
public struct Preset: Equatable, Sendable {
  /// Name, such as `impact-light`.
  public let name: String
  /// Number for `AudioServicesPlaySystemSound`, if any.
  public let systemSound: Int?
  /// Purpose, in a sentence.
  public let summary: String
  /// Events of the pattern.
  public let events: [Event]

  init(_ name: String, systemSound: Int? = nil, _ summary: String, _ events: [Event]) {
    self.name = name
    self.systemSound = systemSound
    self.summary = summary
    self.events = events
  }

  /// Returns the pattern with its intensities scaled, as for `impactOccurred(intensity:)`.
  ///
  /// - Parameter intensity: Factor, clamped to 0…1. NaN counts as 1.
  public func pattern(intensity: Double = 1) -> Pattern {
    let factor = intensity.isNaN ? 1 : min(max(intensity, 0), 1)
    let entries = events.map { event in
      var event = event
      for index in event.parameters.indices where event.parameters[index].id == .hapticIntensity {
        event.parameters[index].value *= factor
      }
      return PatternEntry.event(event)
    }
    return Pattern(
      metadata: JSONObject([
        JSONObject.Member(name: "Project", value: .string("Thrum")),
        JSONObject.Member(name: "Description", value: .string(summary)),
      ]), entries: entries)
  }

  /// All presets.
  public static let all: [Preset] = feedback + systemSounds

  /// Finds a preset by name, ignoring case, or by system sound number.
  public static func named(_ name: String) -> Preset? {
    let wanted = name.lowercased()
    return all.first { $0.name == wanted } ?? Int(wanted).flatMap(systemSound)
  }

  /// Returns the known name most similar to an unknown one, if any is close enough.
  public static func nearest(to name: String) -> String? { Suggestion.misspelt(name, in: all.map { $0.name }) }

  /// Returns the vibration of a system sound, if it has one.
  public static func systemSound(_ number: Int) -> Preset? { systemSounds.first { $0.systemSound == number } }
}

extension Event {
  static func tap(_ time: Double, _ intensity: Double, _ sharpness: Double) -> Event {
    Event(
      type: .hapticTransient, time: time,
      parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)])
  }

  static func buzz(
    _ time: Double, for duration: Double, _ intensity: Double, _ sharpness: Double, attack: Double = 0,
    release: Double = 0
  ) -> Event {
    var parameters = [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)]
    if attack != 0 { parameters.append(EventParameter(.attackTime, attack)) }
    if release != 0 { parameters.append(EventParameter(.releaseTime, release)) }
    return Event(type: .hapticContinuous, time: time, duration: duration, parameters: parameters)
  }
}

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
