/// A pattern that is known by name: the taps of the system's feedback generators, and the vibrations that apps play by
/// the number of a system sound.
///
/// Apple publishes the names and what they are for, not how they feel: the patterns are our own, made to be told apart
/// and to fit what Apple's guidelines say of each.
public struct Preset: Equatable, Sendable {
  /// The name, such as `impact-light`.
  public let name: String
  /// The number that `AudioServicesPlaySystemSound` takes, `nil` for a feedback generator's.
  public let systemSound: Int?
  /// What it is for, in one sentence.
  public let summary: String
  /// Its events.
  public let events: [Event]

  init(_ name: String, systemSound: Int? = nil, _ summary: String, _ events: [Event]) {
    self.name = name
    self.systemSound = systemSound
    self.summary = summary
    self.events = events
  }

  /// The pattern, with every haptic intensity times `intensity`: what `impactOccurred(intensity:)` asks for.
  ///
  /// - Parameter intensity: 0 … 1; others count as the nearest of these, what is not a number as 1.
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

  /// All of them: the feedback generators', then the system sounds by number.
  public static let all: [Preset] = feedback + systemSounds

  /// The preset of a name, in any case, or of a system sound's number; `nil` when there is none.
  public static func named(_ name: String) -> Preset? {
    let wanted = name.lowercased()
    return all.first { $0.name == wanted } ?? Int(wanted).flatMap(systemSound)
  }

  /// The name that was probably meant by one that is unknown; `nil` when none is near.
  public static func nearest(to name: String) -> String? { Suggestion.nearest(to: name, in: all.map(\.name)) }

  /// The vibration that a system sound's number stands for; `nil` when there is none.
  public static func systemSound(_ number: Int) -> Preset? { systemSounds.first { $0.systemSound == number } }
}

extension Event {
  /// A tap.
  static func tap(_ time: Double, _ intensity: Double, _ sharpness: Double) -> Event {
    Event(
      type: .hapticTransient, time: time,
      parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)])
  }

  /// A buzz; attack and release as parameters 0 … 1, left out when 0.
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
