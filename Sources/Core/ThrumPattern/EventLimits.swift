package enum EventLimits {
  /// Maximum number of control points per curve, as documented by Core Haptics.
  package static let curvePoints = 16
  /// Longest continuous haptic event in seconds, as documented by Core Haptics.
  package static let continuousSeconds = 30.0
  /// Fade at the end of an event of maximum length, s. Our choice.
  package static let continuousFade = 0.050
  /// Shortest duration that counts as endless, s. Our choice, about eleven days.
  package static let endlessSeconds = 1e6
  /// Time for which an endless event outlasts the last finite one in a render of unspecified length, s. Our choice.
  package static let endlessTail = 60.0
  /// Smallest `Sustained` value that holds the level. Our choice, since Core Haptics documents only 0 and 1.
  package static let sustainedFrom = 0.5

  /// Returns 0 for values 180 dB and more below full scale, which nobody can feel or hear, so that no result depends
  /// on how a processor treats its smallest numbers. Our choice.
  @_noLocks
  package static func playedValue(_ value: Double) -> Double { value < 1e-9 && value > -1e-9 ? 0 : value }

  /// Negative, infinite and NaN times count as 0.
  package static func playedTime(_ seconds: Double) -> Double { seconds.isFinite ? max(0, seconds) : 0 }
}

extension Event {
  /// Registered sounds need no path.
  package var lacksSound: Bool { type == .audioCustom && resourceID == nil && waveformPath?.isEmpty != false }

  package var isSustained: Bool { value(of: .sustained) >= EventLimits.sustainedFrom }

  /// Seconds until the release: infinite for a continuous event without a usable duration; `nil` for a transient, or a
  /// sound without a duration.
  package var sustainSeconds: Double? {
    if type == .hapticTransient { return nil }
    guard let duration, duration > 0 else { return type == .audioCustom ? nil : .infinity }
    return duration < EventLimits.endlessSeconds ? duration : .infinity
  }
}

extension Pattern {
  /// End of the pattern as played, s.
  ///
  /// Unlike in ``duration``, an endless event ends at its start, and negative, infinite and NaN times count as 0.
  package var playedSeconds: Double {
    entries.reduce(0) { latest, entry in
      if case .event(let event) = entry, let length = event.duration, !(length < EventLimits.endlessSeconds) {
        return max(latest, EventLimits.playedTime(event.time))
      }
      return max(latest, EventLimits.playedTime(entry.end))
    }
  }
}
