import ThrumPattern

/// A timeline as numbers that other programs can read: what takes effect, controls and envelopes included.
package struct TimelineReport: Encodable, Sendable {
  /// A transient.
  package struct Tap: Encodable, Sendable {
    /// Seconds.
    package var time: Double
    /// With the control of its onset, 0…1.
    package var intensity: Double
    /// 0…1; no control moves it.
    package var sharpness: Double
  }

  /// Values at a time.
  package struct Level: Encodable, Sendable {
    /// Seconds.
    package var time: Double
    /// Intensity of a haptic event, volume of a sound, 0…1: the event's, times the control, times the envelope.
    package var level: Double
    /// Of a haptic event, with its control, 0…1.
    package var sharpness: Double?
  }

  /// A continuous event, a tone or a sound.
  package struct Span: Encodable, Sendable {
    /// Seconds.
    package var start: Double
    /// With the release, s.
    package var end: Double
    /// At its start and end, at the corners of its envelope, and evenly between start and end.
    package var levels: [Level]
  }

  /// By rising time.
  package var taps: [Tap]
  /// By rising start.
  package var holds: [Span]
  /// By rising start.
  package var sounds: [Span]

  /// Looks at a timeline; each span has at least `steps` + 1 levels.
  package init(_ timeline: PatternTimeline, steps: Int = 8) {
    taps = timeline.taps.map { Tap(time: $0.time, intensity: $0.intensity, sharpness: $0.sharpness) }
    holds = timeline.holds.map { hold in
      Span(
        start: hold.start, end: hold.end,
        levels: TimelineReport.times(hold.start, hold.end, hold.envelope, steps).map {
          Level(time: $0, level: hold.intensity(at: $0), sharpness: hold.sharpness(at: $0))
        })
    }
    sounds = timeline.sounds.map { sound in
      Span(
        start: sound.start, end: sound.end,
        levels: TimelineReport.times(sound.start, sound.end, sound.envelope, steps).map {
          Level(time: $0, level: sound.volume(at: $0))
        })
    }
  }

  private static func times(_ start: Double, _ end: Double, _ envelope: EnvelopeShape, _ steps: Int) -> [Double] {
    let grid = (0...max(1, steps)).map { start + (end - start) * Double($0) / Double(max(1, steps)) }
    let corners = envelope.corners.filter { $0.isFinite && $0 > start && $0 < end }
    return (grid + corners).sorted()
  }
}
