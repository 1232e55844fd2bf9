import ThrumPattern

/// A timeline as JSON, with controls and envelopes applied.
package struct TimelineReport: Encodable, Sendable {
  package struct Tap: Encodable, Sendable {
    /// Seconds.
    package var time: Double
    /// 0…1, scaled by the intensity control at the start.
    package var intensity: Double
    /// 0…1, unaffected by controls.
    package var sharpness: Double
  }

  package struct Level: Encodable, Sendable {
    /// Seconds.
    package var time: Double
    /// Intensity or volume, 0…1.
    package var level: Double
    /// Sharpness of a haptic event, 0…1.
    package var sharpness: Double?
  }

  package struct Span: Encodable, Sendable {
    /// Seconds.
    package var start: Double
    /// Seconds, including the release.
    package var end: Double
    /// At equal steps and at the envelope's corners.
    package var levels: [Level]
  }

  /// Sorted by time.
  package var taps: [Tap]
  /// Sorted by start.
  package var holds: [Span]
  /// Sorted by start.
  package var sounds: [Span]

  /// Samples each span at `steps` + 1 times or more.
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
