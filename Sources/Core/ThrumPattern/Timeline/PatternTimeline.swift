/// A pattern's effective values over time, ready to be drawn. Times are in seconds.
package struct PatternTimeline: Sendable {
  package struct Tap: Sendable {
    package let time: Double
    /// 0…1, scaled by the control's value at the onset.
    package let intensity: Double
    /// 0…1, unaffected by controls.
    package let sharpness: Double
  }

  package struct Hold: Sendable {
    package let start: Double
    /// End of the release, s.
    package let end: Double
    package let intensity: Double
    package let sharpness: Double
    package let envelope: EnvelopeShape
    package let controls: ControlTracks
    /// Index in ``PatternTimeline/layers``.
    package let layer: Int

    package func intensity(at time: Double) -> Double {
      min(1, max(0, intensity * controls.value(.hapticIntensityControl, at: time) * envelope.level(at: time)))
    }

    package func sharpness(at time: Double) -> Double {
      min(1, max(0, sharpness + controls.value(.hapticSharpnessControl, at: time)))
    }

    package var hasMovingSharpness: Bool { controls[.hapticSharpnessControl] != nil }
  }

  /// A tone or a sound file.
  package struct AudioSpan: Sendable {
    package let start: Double
    /// End of the release, s.
    package let end: Double
    package let volume: Double
    /// File name without its folder, or `tone`.
    package let name: String
    /// Also true for an unreadable file.
    package let isMissing: Bool
    package let envelope: EnvelopeShape
    package let controls: ControlTracks

    package func volume(at time: Double) -> Double {
      min(1, max(0, volume * controls.value(.audioVolumeControl, at: time) * envelope.level(at: time)))
    }
  }

  /// Sorted by time.
  package private(set) var taps: [Tap] = []
  /// Sorted by start.
  package private(set) var holds: [Hold] = []
  /// Sorted by start.
  package private(set) var sounds: [AudioSpan] = []
  package private(set) var layers: [(pattern: Pattern, controls: ControlTracks)] = []
  /// Latest end in seconds of an event or control change, including audible tails but not motor ringing.
  package private(set) var end = 0.0
  package private(set) var duration = 0.0

  /// Indices of the layers with continuous events.
  private var holdLayers: Set<Int> = []
  /// Duration in seconds, ignoring endless events.
  private var played = 0.0

  /// Events after this time (in seconds) are ignored.
  package static let longest = 1e7

  package init() {}

  package enum Content: Sendable {
    case all, hapticsOnly, audioOnly
  }

  /// Adds a pattern that starts at time 0.
  ///
  /// `soundSeconds` gives the lengths of sound files by path, excluding missing files.
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
      // A silent event has no tail, but the pattern plays until the event's hold ends.
      let last = strength > 0 ? finish : min(finish, envelope.holdEnd)
      end = max(end, last)
    }
    if event.type == .hapticContinuous {
      holdLayers.insert(layers.count - 1)
      holds.append(
        Hold(
          start: start, end: finish, intensity: event.value(of: .hapticIntensity),
          sharpness: event.value(of: .hapticSharpness), envelope: envelope, controls: controls,
          layer: layers.count - 1))
    } else {
      let isSound = event.type == .audioCustom
      sounds.append(
        AudioSpan(
          start: start, end: finish, volume: event.value(of: .audioVolume),
          name: isSound ? PatternTimeline.name(of: event) : "tone", isMissing: isMissing,
          envelope: envelope, controls: controls))
    }
  }

  private static func name(of event: Event) -> String {
    event.waveformPath?.split(separator: "/").last.map(String.init) ?? "sound"
  }

  /// Returns the unsorted times at which a control of continuous events changes, at most 100,000 per control.
  package func controlCorners(in range: ClosedRange<Double>) -> [Double] {
    holdLayers.flatMap { layer in
      [.hapticIntensityControl, .hapticSharpnessControl].flatMap {
        layers[layer].controls[$0]?.corners(in: range, limit: 100_000) ?? []
      }
    }
  }

  package func moves(_ ids: [DynamicParameterID]) -> Bool {
    layers.contains { layer in ids.contains { layer.controls[$0] != nil } }
  }

  /// Range that shows everything, with a margin and room for a tap to ring. At least 0.1 s.
  package var naturalRange: ClosedRange<Double> { 0...max(0.1, end * 1.02, (taps.last?.time ?? 0) + 0.03) }
}
