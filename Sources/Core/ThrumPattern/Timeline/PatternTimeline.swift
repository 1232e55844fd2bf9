/// What a pattern does over time, ready to be drawn: the values that take effect, in seconds.
package struct PatternTimeline: Sendable {
  /// A transient.
  package struct Tap: Sendable {
    /// Seconds.
    package let time: Double
    /// With the control of its onset, 0…1.
    package let intensity: Double
    /// 0…1; no control moves it.
    package let sharpness: Double
  }

  /// A continuous event.
  package struct Hold: Sendable {
    /// Seconds.
    package let start: Double
    /// With the release, s.
    package let end: Double
    /// The event's own, 0…1.
    package let intensity: Double
    /// The event's own, 0…1.
    package let sharpness: Double
    /// Its level over time.
    package let envelope: EnvelopeShape
    /// What moves it.
    package let controls: ControlTracks

    /// Effective intensity at a time: the event's, times the control, times the envelope.
    package func intensity(at time: Double) -> Double {
      min(1, max(0, intensity * controls.value(.hapticIntensityControl, at: time) * envelope.level(at: time)))
    }

    /// Effective sharpness at a time.
    package func sharpness(at time: Double) -> Double {
      min(1, max(0, sharpness + controls.value(.hapticSharpnessControl, at: time)))
    }

    /// Whether the sharpness moves while the event lasts.
    package var hasMovingSharpness: Bool { controls[.hapticSharpnessControl] != nil }
  }

  /// A tone or a sound.
  package struct AudioSpan: Sendable {
    /// Seconds.
    package let start: Double
    /// With the release, s.
    package let end: Double
    /// The event's own, 0…1.
    package let volume: Double
    /// The sound's file without its folder, or `tone`.
    package let name: String
    /// Whether it is a sound whose file is missing or cannot be read.
    package let isMissing: Bool
    /// Its level over time.
    package let envelope: EnvelopeShape
    /// What moves it.
    package let controls: ControlTracks

    /// Effective volume at a time.
    package func volume(at time: Double) -> Double {
      min(1, max(0, volume * controls.value(.audioVolumeControl, at: time) * envelope.level(at: time)))
    }
  }

  /// By rising time.
  package private(set) var taps: [Tap] = []
  /// By rising start.
  package private(set) var holds: [Hold] = []
  /// By rising start.
  package private(set) var sounds: [AudioSpan] = []
  /// The controls and the patterns they come from, one per file.
  package private(set) var layers: [(pattern: Pattern, controls: ControlTracks)] = []
  /// The latest end of an event, or of a control, as they are played, s. Tails count that can be heard; a motor's ring does not.
  package private(set) var end = 0.0
  /// The patterns' own duration, s.
  package private(set) var duration = 0.0

  /// The patterns' end as they are played, without what is endless, s.
  private var played = 0.0

  /// Later events are left out: nobody means such times.
  package static let longest = 1e7

  /// An empty timeline.
  package init() {}

  /// What of a pattern is looked at.
  package enum Content: Sendable {
    case all, hapticsOnly, audioOnly
  }

  /// Adds a pattern that starts at 0 with the others.
  ///
  /// - Parameters:
  ///   - pattern: its events and controls.
  ///   - content: what of it counts.
  ///   - soundSeconds: the lengths of sound files by the paths in the pattern; what is missing has none.
  package mutating func add(_ pattern: Pattern, content: Content = .all, soundSeconds: [String: Double] = [:]) {
    let controls = ControlTracks(pattern)
    layers.append((pattern, controls))
    duration = max(duration, min(PatternTimeline.longest, pattern.duration.isFinite ? pattern.duration : 0))
    played = max(played, min(PatternTimeline.longest, pattern.playedSeconds))
    for event in pattern.events where event.type.isHaptic ? content != .audioOnly : content != .hapticsOnly {
      guard EventLimits.playedTime(event.time) <= PatternTimeline.longest else { continue }
      add(event, controls, soundSeconds: event.waveformPath.flatMap { soundSeconds[$0] })
    }
    taps.sort { $0.time < $1.time }
    holds.sort { $0.start < $1.start }
    sounds.sort { $0.start < $1.start }
    end = max(end, played)
  }

  private mutating func add(_ event: Event, _ controls: ControlTracks, soundSeconds: Double?) {
    let start = EventLimits.playedTime(event.time)
    guard event.type != .hapticTransient else {
      let control = controls.value(.hapticIntensityControl, at: start)
      taps.append(
        Tap(
          time: start, intensity: event.value(of: .hapticIntensity) * control,
          sharpness: event.value(of: .hapticSharpness)))
      end = max(end, start)
      return
    }
    let envelope = EnvelopeShape(event, soundSeconds: soundSeconds, controls: controls)
    let endless = played + EventLimits.endlessTail
    let finish = envelope.end.isFinite ? min(envelope.end, PatternTimeline.longest) : endless
    let isMissing = event.type == .audioCustom && soundSeconds == nil
    if !isMissing {
      let strength = event.value(of: event.type.isHaptic ? .hapticIntensity : .audioVolume)
      // Of what is silent only the hold counts, until which the pattern plays.
      let last = strength > 0 ? finish : min(finish, envelope.holdEnd)
      end = max(end, last)
    }
    if event.type == .hapticContinuous {
      holds.append(
        Hold(
          start: start, end: finish, intensity: event.value(of: .hapticIntensity),
          sharpness: event.value(of: .hapticSharpness), envelope: envelope, controls: controls))
    } else {
      let isSound = event.type == .audioCustom
      sounds.append(
        AudioSpan(
          start: start, end: finish, volume: event.value(of: .audioVolume),
          name: isSound ? PatternTimeline.name(of: event) : "tone", isMissing: isMissing,
          envelope: envelope, controls: controls))
    }
  }

  /// A sound's file name without its folder.
  private static func name(of event: Event) -> String {
    event.waveformPath?.split(separator: "/").last.map(String.init) ?? "sound"
  }

  /// Whether a pattern moves one of these controls.
  package func moves(_ ids: [DynamicParameterID]) -> Bool {
    layers.contains { layer in ids.contains { layer.controls[$0] != nil } }
  }

  /// The stretch that shows everything, with a little air and at least the ring of one tap: 0.1 s.
  package var naturalRange: ClosedRange<Double> { 0...max(0.1, end * 1.02, (taps.last?.time ?? 0) + 0.03) }
}
