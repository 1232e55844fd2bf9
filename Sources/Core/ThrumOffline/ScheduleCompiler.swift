import ThrumDevice
import ThrumPattern
import ThrumRender

/// Compiles a pattern: clamps values, adds defaults, sorts entries and resolves overlapping curves.
package struct ScheduleCompiler {
  package var sampleRate: SampleRate
  /// Returns the sound for a path or a registered sound's name; `nil` means silence.
  package var sound: (String) -> SoundMemory?
  package var hapticsOnly = false
  package var audioOnly = false

  package init(sampleRate: SampleRate, sound: @escaping (String) -> SoundMemory? = { _ in nil }) {
    self.sampleRate = sampleRate
    self.sound = sound
  }

  /// NaN and infinity count as 0 in times and as the default in values.
  package func compile(_ pattern: Pattern) -> CompiledPattern {
    var events: [ScheduledEvent] = []
    events.reserveCapacity(pattern.entries.count)
    var sounds: [String: SoundMemory] = [:]
    var paths = ControlPaths(unitsPerSecond: sampleRate)
    for (index, entry) in pattern.entries.enumerated() {
      switch entry {
      case .event(let event):
        guard event.type.isHaptic ? !audioOnly : !hapticsOnly else { continue }
        events.append(scheduled(event, index: index, &sounds))
      case .parameter, .curve: paths.add(entry, order: index)
      case .unknown: continue
      }
    }
    return CompiledPattern(
      ScheduleMemory(
        events: events, segments: paths.resolved().map(ControlSegment.init), duration: frames(pattern.playedSeconds),
        sounds: Array(sounds.values)))
  }

  private func frames(_ seconds: Double) -> Double {
    min(EventLimits.playedTime(seconds) * sampleRate, 1e15)
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
    result.isSustained = event.isSustained
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
      result.sound = memory.map { Sound($0, sampleRate: sampleRate) }
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

  private func length(_ event: Event) -> Double { event.sustainSeconds.map { $0 * sampleRate } ?? .nan }
}

extension ControlSegment {
  fileprivate init(_ line: ControlLine) {
    self.init(control: line.id, start: line.start, end: line.end, from: line.from, to: line.to)
  }
}

extension Event {
  /// Name by which the event's sound is looked up: that of a registered sound, or a path.
  package var soundName: String? { resourceID.map(Event.soundName) ?? waveformPath }

  package static func soundName(of id: Int) -> String { "resource:\(id)" }
}
