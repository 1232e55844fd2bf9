import ThrumPattern
import ThrumRender

/// Compiles a pattern to what the renderer plays: values clamped, defaults filled in, entries sorted, overlapping
/// curves resolved. Cost: a sort of the entries.
public struct ScheduleCompiler {
  /// Frames a second of the renderer.
  public var sampleRate: SampleRate
  /// The sound behind a path, or behind the name of a registered one; `nil` is silence.
  public var sound: (String) -> SoundMemory?
  /// Whether audio events are left out.
  public var hapticsOnly = false
  /// Whether haptic events are left out.
  public var audioOnly = false

  /// Makes a compiler.
  public init(sampleRate: SampleRate, sound: @escaping (String) -> SoundMemory? = { _ in nil }) {
    self.sampleRate = sampleRate
    self.sound = sound
  }

  /// Durations from here on count as endless, s.
  public static let endlessSeconds = 1e6

  /// Compiles a pattern. Times that are no numbers count as 0 and such values as their defaults;
  /// the reader has reported them.
  public func compile(_ pattern: Pattern) -> ScheduleMemory {
    var events: [ScheduledEvent] = []
    events.reserveCapacity(pattern.entries.count)
    var sounds: [String: SoundMemory] = [:]
    var paths = ControlPaths(sampleRate: sampleRate)
    for (index, entry) in pattern.entries.enumerated() {
      switch entry {
      case .event(let event):
        guard event.type.isHaptic ? !audioOnly : !hapticsOnly else { continue }
        events.append(scheduled(event, index: index, &sounds))
      case .parameter(let parameter): paths.add(parameter, order: index)
      case .curve(let curve): paths.add(curve, order: index)
      case .unknown: continue
      }
    }
    return ScheduleMemory(
      events: events, segments: paths.resolved(), duration: duration(pattern),
      sounds: Array(sounds.values))
  }

  /// The pattern's end. An endless event counts with its begin, as one without a duration does: its voice tells when
  /// it is over.
  private func duration(_ pattern: Pattern) -> Double {
    pattern.entries.reduce(0) { latest, entry in
      if case .event(let event) = entry, let length = event.duration,
        !(length < ScheduleCompiler.endlessSeconds)
      {
        return max(latest, frames(event.time))
      }
      return max(latest, frames(entry.end))
    }
  }

  private func frames(_ seconds: Double) -> Double {
    seconds.isFinite ? min(max(0, seconds) * sampleRate, 1e15) : 0
  }

  private func scheduled(_ event: Event, index: Int, _ sounds: inout [String: SoundMemory])
    -> ScheduledEvent
  {
    var result = ScheduledEvent(kind: kind(event.type), start: frames(event.time), length: length(event))
    result.index = Int32(clamping: index)
    func value(_ id: EventParameterID) -> Float {
      let value = event.value(of: id)
      return Float(value == value ? value : id.defaultValue(for: event.type))
    }
    result.isSustained = value(.sustained) >= 0.5
    if event.type != .hapticTransient {
      result.attack = value(.attackTime)
      result.decay = value(.decayTime)
      result.release = value(.releaseTime)
    }
    if event.type.isHaptic {
      result.intensity = value(.hapticIntensity)
      result.sharpness = value(.hapticSharpness)
    } else {
      result.volume = value(.audioVolume)
      result.pitch = value(.audioPitch)
      result.pan = value(.audioPan)
      result.brightness = value(.audioBrightness)
      result.usesEnvelope = event.waveformUseVolumeEnvelope ?? true
      result.loops = event.waveformLoopEnabled ?? false
    }
    if event.type == .audioCustom, let path = event.soundName {
      let memory = sounds[path] ?? sound(path)
      sounds[path] = memory
      result.sound = memory?.sound
    }
    return result
  }

  private func kind(_ type: EventType) -> ScheduledEvent.Kind {
    switch type {
    case .hapticTransient: .transient
    case .hapticContinuous: .continuous
    case .audioContinuous: .tone
    case .audioCustom: .sound
    }
  }

  /// Frames to the release: none given is endless for a continuous event, and the sound's own length for a sound.
  private func length(_ event: Event) -> Double {
    if event.type == .hapticTransient { return .nan }
    guard let duration = event.duration, duration > 0 else {
      return event.type == .audioCustom ? .nan : .infinity
    }
    return duration < ScheduleCompiler.endlessSeconds ? duration * sampleRate : .infinity
  }
}
