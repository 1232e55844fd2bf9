import TestSupport
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern

@testable import ThrumRender

func tap(_ time: Double, _ intensity: Double = 1, _ sharpness: Double = 0.5) -> PatternEntry {
  .event(
    Event(
      type: .hapticTransient, time: time,
      parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)]))
}

/// A continuous haptic event.
func buzz(
  _ time: Double, _ duration: Double, _ intensity: Double = 1, _ sharpness: Double = 0.422601,
  _ more: [EventParameterID: Double] = [:]
) -> PatternEntry {
  var parameters = [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)]
  for id in EventParameterID.allCases where more[id] != nil {
    parameters.append(EventParameter(id, more[id] ?? 0))
  }
  return .event(Event(type: .hapticContinuous, time: time, duration: duration, parameters: parameters))
}

/// An AudioContinuous event.
func tone(_ time: Double, _ duration: Double, _ parameters: [EventParameterID: Double] = [:]) -> PatternEntry {
  .event(
    Event(
      type: .audioContinuous, time: time, duration: duration,
      parameters: EventParameterID.allCases.compactMap { id in parameters[id].map { EventParameter(id, $0) } }
    ))
}

/// A dynamic parameter.
func jump(_ id: DynamicParameterID, _ value: Double, _ time: Double) -> PatternEntry {
  .parameter(DynamicParameter(id, value: value, time: time))
}

/// A parameter curve through (time, value) points.
func curve(_ id: DynamicParameterID, _ time: Double, _ points: [(Double, Double)]) -> PatternEntry {
  .curve(ParameterCurve(id, time: time, points: points.map { ControlPoint(time: $0.0, value: $0.1) }))
}

func compiled(
  _ entries: [PatternEntry], _ sampleRate: Double = 48_000, sound: SoundMemory? = nil
) -> CompiledPattern {
  ScheduleCompiler(sampleRate: sampleRate) { _ in sound }.compile(Pattern(entries: entries))
}

/// Renders entries offline. Returns one channel, or left and right.
func rendered(
  _ entries: [PatternEntry], _ signal: OfflineRenderer.Signal = .drive, _ settings: RenderSettings = .plain,
  seconds: Double? = nil, start: Double = 0, sound: SoundMemory? = nil
) -> [Recording] {
  var offline = OfflineRenderer(
    [compiled(entries, settings.sampleRate, sound: sound)], settings: settings, signal: signal,
    startSeconds: start, lengthSeconds: seconds)
  var all: [Float] = []
  while offline.renderNext({ all.append(contentsOf: $0) }) {}
  let channels = signal.channels
  return (0..<channels).map { channel in
    let samples = stride(from: channel, to: all.count, by: channels).map { Double(all[$0]) }
    return Recording(samples: samples, sampleRate: settings.sampleRate)
  }
}

/// Peak of a tap's drive at full intensity in ``RenderSettings/plain``, V.
func tapVolts(_ sharpness: Double) -> Double {
  guard case .resonant(let actuator) = ActuatorPreset.phone125.model else { return .nan }
  let table = TapTable(actuator, map: SharpnessMap(), frequencyDivisor: 1)
  return actuator.maximumVolts * table.entries[Int(sharpness * 64)].level
}

/// Drive of the entries, V.
func drive(_ entries: [PatternEntry], _ settings: RenderSettings = .plain, seconds: Double? = nil)
  -> Recording
{ rendered(entries, .drive, settings, seconds: seconds)[0] }

/// ``RenderSettings/plain`` with changes.
func settings(_ change: (inout RenderSettings) -> Void) -> RenderSettings {
  var settings = RenderSettings.plain
  change(&settings)
  return settings
}

extension RenderSettings {
  /// The 125 Hz phone with the plain drive, for which the tables in the documents are written.
  static var plain: RenderSettings {
    var settings = RenderSettings()
    settings.actuator = .phone125
    settings.drive = .plain
    return settings
  }
}
