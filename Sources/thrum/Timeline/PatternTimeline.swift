import ThrumPattern
import ThrumRender

/// What a pattern does over time, ready to be drawn: the values that take effect, in seconds.
struct PatternTimeline {
  /// A transient.
  struct Tap {
    let time: Double
    /// With the control of its onset.
    let intensity: Double
    let sharpness: Double
  }

  /// A continuous event.
  struct Hold {
    let start: Double
    let end: Double
    let intensity: Double
    let sharpness: Double
    let envelope: EnvelopeShape
    let controls: ControlTracks

    /// Effective intensity at a time: the event's, times the control, times the envelope.
    func intensity(at time: Double) -> Double {
      min(1, max(0, intensity * controls.value(.hapticIntensity, at: time) * envelope.level(at: time)))
    }

    /// Effective sharpness at a time.
    func sharpness(at time: Double) -> Double {
      min(1, max(0, sharpness + controls.value(.hapticSharpness, at: time)))
    }

    /// Whether the sharpness moves while the event lasts.
    var hasMovingSharpness: Bool { controls[.hapticSharpness] != nil }
  }

  /// A tone or a sound.
  struct AudioSpan {
    let start: Double
    let end: Double
    let volume: Double
    let name: String
    let isMissing: Bool
    let envelope: EnvelopeShape
    let controls: ControlTracks

    /// Effective volume at a time.
    func volume(at time: Double) -> Double {
      min(1, max(0, volume * controls.value(.audioVolume, at: time) * envelope.level(at: time)))
    }
  }

  /// By rising time.
  private(set) var taps: [Tap] = []
  /// By rising start.
  private(set) var holds: [Hold] = []
  /// By rising start.
  private(set) var sounds: [AudioSpan] = []
  /// The controls and the patterns they come from, one a file.
  private(set) var layers: [(pattern: Pattern, controls: ControlTracks)] = []
  /// The latest end of an event, tails included, or of a control, s.
  private(set) var end = 0.0
  /// The patterns' own duration, s.
  private(set) var duration = 0.0

  /// Times beyond are left out: they are no times a person means.
  static let longest = 1e7

  /// An empty timeline.
  init() {}

  /// Adds a pattern that starts at 0 with the others.
  mutating func add(_ pattern: Pattern, _ memory: ScheduleMemory, settings: RenderSettings) {
    let rate = settings.sampleRate
    // Safety: `memory` is alive for the whole call; values are copied out.
    let schedule = memory.schedule.pointee
    let controls = ControlTracks(schedule, rate: rate)
    layers.append((pattern, controls))
    duration = max(duration, min(PatternTimeline.longest, pattern.duration.isFinite ? pattern.duration : 0))
    for event in UnsafeBufferPointer(start: schedule.events, count: schedule.eventCount) {
      guard event.start / rate <= PatternTimeline.longest else { continue }
      add(event, of: pattern, controls, settings)
    }
    taps.sort { $0.time < $1.time }
    holds.sort { $0.start < $1.start }
    sounds.sort { $0.start < $1.start }
    end = max(end, duration)
  }

  private mutating func add(
    _ event: ScheduledEvent, of pattern: Pattern, _ controls: ControlTracks, _ settings: RenderSettings
  ) {
    let start = event.start / settings.sampleRate
    guard event.kind != .transient else {
      let control = controls.value(.hapticIntensity, at: start)
      taps.append(
        Tap(time: start, intensity: Double(event.intensity) * control, sharpness: Double(event.sharpness)))
      end = max(end, start)
      return
    }
    let envelope = EnvelopeShape(event, rate: settings.sampleRate, controls: controls, settings: settings)
    let finish = envelope.end.isFinite ? min(envelope.end, PatternTimeline.longest) : max(duration, start + 2)
    end = max(end, finish)
    if event.kind == .continuous {
      holds.append(
        Hold(
          start: start, end: finish, intensity: Double(event.intensity), sharpness: Double(event.sharpness),
          envelope: envelope, controls: controls))
    } else {
      sounds.append(
        AudioSpan(
          start: start, end: finish, volume: Double(event.volume), name: name(of: event, in: pattern),
          isMissing: event.kind == .sound && event.sound == nil, envelope: envelope, controls: controls))
    }
  }

  /// A sound's file name without its folder; a tone has none.
  private func name(of event: ScheduledEvent, in pattern: Pattern) -> String {
    let index = Int(event.index)
    guard event.kind == .sound, pattern.entries.indices.contains(index),
      case .event(let source) = pattern.entries[index]
    else { return "tone" }
    return source.waveformPath?.split(separator: "/").last.map(String.init) ?? "sound"
  }

  /// Whether a pattern moves one of these controls.
  func moves(_ ids: [ControlID]) -> Bool {
    layers.contains { layer in ids.contains { layer.controls[$0] != nil } }
  }

  /// The stretch that shows everything, with a little air and at least the ring of one tap: 0.1 s.
  var naturalRange: ClosedRange<Double> { 0...max(0.1, end * 1.02, (taps.last?.time ?? 0) + 0.03) }
}
