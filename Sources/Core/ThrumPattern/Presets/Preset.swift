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
  public static func nearest(to name: String) -> String? { Suggestion.misspelt(name, in: all.map(\.name)) }

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
