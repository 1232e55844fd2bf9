/// How long events sound, and how many points a curve may have.
package enum EventLimits {
  /// Control points of a curve that Core Haptics documents to work.
  package static let curvePoints = 16
  /// A continuous haptic event is silent after this, s; Core Haptics documents it.
  package static let continuousSeconds = 30.0
  /// It fades out in the last part of that, s. Our own choice.
  package static let continuousFade = 0.050
  /// A duration from here on is endless, s. Our own choice: eleven days are no length that somebody means.
  package static let endlessSeconds = 1e6
  /// A rendering without a given length ends this long after the last of what has an end, s, if something endless still
  /// sounds then. Our own choice.
  package static let endlessTail = 60.0
  /// `Sustained` from here on holds the level until the event's end; below, the event decays. Our own choice, as Core
  /// Haptics documents 0 and 1 only.
  package static let sustainedFrom = 0.5

  /// A time as it is played, s: what is negative, infinite or NaN counts as 0, the reader has reported it.
  package static func playedTime(_ seconds: Double) -> Double { seconds.isFinite ? max(0, seconds) : 0 }
}

extension Event {
  /// Whether the event is to play a sound and names none: Core Haptics refuses it. A registered sound has no path.
  package var lacksSound: Bool { type == .audioCustom && resourceID == nil && waveformPath?.isEmpty != false }

  /// Whether the level is held until the event's end and then released; otherwise it decays.
  package var isSustained: Bool { value(of: .sustained) >= EventLimits.sustainedFrom }

  /// Seconds until the release: infinite for a continuous event without a usable duration, `nil` for a transient, and for a
  /// sound without one, which is as long as its file.
  package var sustainSeconds: Double? {
    if type == .hapticTransient { return nil }
    guard let duration, duration > 0 else { return type == .audioCustom ? nil : .infinity }
    return duration < EventLimits.endlessSeconds ? duration : .infinity
  }
}

extension Pattern {
  /// The end of the pattern as it is played, s: as ``duration``, but an endless event counts with its start, as one without
  /// a duration does. Times that are negative, infinite or NaN count as 0.
  package var playedSeconds: Double {
    entries.reduce(0) { latest, entry in
      if case .event(let event) = entry, let length = event.duration, !(length < EventLimits.endlessSeconds) {
        return max(latest, EventLimits.playedTime(event.time))
      }
      return max(latest, EventLimits.playedTime(entry.end))
    }
  }
}
