package enum EventLimits {
  /// Maximum number of control points per curve, as documented by Core Haptics.
  package static let curvePoints = 16
  /// Maximum length of a continuous haptic event in seconds, as documented by Core Haptics.
  package static let continuousSeconds = 30.0
  /// Length in seconds of the fade that ends an event of maximum length. Our choice.
  package static let continuousFade = 0.050
  /// Durations of at least this, in seconds, count as endless. Our choice, about eleven days.
  package static let endlessSeconds = 1e6
  /// Seconds by which a render of unspecified length outlasts its last finite event if another event is endless. Our
  /// choice.
  package static let endlessTail = 60.0
  /// Smallest `Sustained` value that holds the level until the event ends. Our choice: Core Haptics documents only 0
  /// and 1.
  package static let sustainedFrom = 0.5

  /// The time in seconds at which an event plays: negative, infinite and NaN times count as 0.
  package static func playedTime(_ seconds: Double) -> Double { seconds.isFinite ? max(0, seconds) : 0 }
}

extension Event {
  /// Whether a sound event names no sound, which Core Haptics refuses. Registered sounds need no path.
  package var lacksSound: Bool { type == .audioCustom && resourceID == nil && waveformPath?.isEmpty != false }

  /// Whether the level holds until the event ends, instead of decaying.
  package var isSustained: Bool { value(of: .sustained) >= EventLimits.sustainedFrom }

  /// Seconds until the release: infinite for a continuous event without a usable duration; `nil` for a transient, and
  /// for a sound without a duration, which lasts as long as its file.
  package var sustainSeconds: Double? {
    if type == .hapticTransient { return nil }
    guard let duration, duration > 0 else { return type == .audioCustom ? nil : .infinity }
    return duration < EventLimits.endlessSeconds ? duration : .infinity
  }
}

extension Pattern {
  /// End of the pattern as played, in seconds.
  ///
  /// Like ``duration``, but an endless event ends at its start, and negative, infinite and NaN times count as 0.
  package var playedSeconds: Double {
    entries.reduce(0) { latest, entry in
      if case .event(let event) = entry, let length = event.duration, !(length < EventLimits.endlessSeconds) {
        return max(latest, EventLimits.playedTime(event.time))
      }
      return max(latest, EventLimits.playedTime(entry.end))
    }
  }
}
