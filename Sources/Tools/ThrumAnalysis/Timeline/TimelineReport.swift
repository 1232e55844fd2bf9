import ThrumPattern

/// A timeline as JSON, with controls and envelopes applied. Times are in seconds, values from 0 to 1.
package struct TimelineReport: Encodable, Sendable {
  package struct Tap: Encodable, Sendable {
    package var time: Double
    /// Scaled by the intensity control at the start.
    package var intensity: Double
    /// Unaffected by controls.
    package var sharpness: Double
  }

  package struct Level: Encodable, Sendable {
    package var time: Double
    /// Intensity or volume.
    package var level: Double
    /// `nil` for sounds.
    package var sharpness: Double?
  }

  package struct Span: Encodable, Sendable {
    package var start: Double
    /// Includes the release.
    package var end: Double
    /// Levels at equal steps and at the envelope's corners.
    package var levels: [Level]
  }

  package var taps: [Tap]
  package var holds: [Span]
  package var sounds: [Span]

  /// Samples each span at `steps` + 1 or more points. Taps and spans are sorted by start.
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
