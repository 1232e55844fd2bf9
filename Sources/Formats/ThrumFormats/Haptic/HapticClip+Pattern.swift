import ThrumPattern

extension HapticClip {
  /// The envelopes as continuous events of up to 30 s, or empty if there are only pulses. The curves are the square
  /// root of the amplitude, since a device squares them.
  package var continuousPattern: Pattern {
    let lastPulse = amplitude.last { $0.emphasis != nil }?.time ?? 0
    // A pulse takes time itself; only a longer pause after it needs an event.
    let pulse = Double(VibrationLimits.tap) / 1000 + 0.001
    guard amplitude.contains(where: { $0.amplitude > 0 }) || duration > lastPulse + pulse else {
      return Pattern(metadata: described)
    }
    var entries: [PatternEntry] = []
    var begin = 0.0
    while begin < duration {
      let seconds = min(duration - begin, EventLimits.continuousSeconds)
      entries.append(
        .event(
          Event(
            type: .hapticContinuous, time: begin, duration: seconds,
            parameters: [EventParameter(.hapticIntensity, 1), EventParameter(.hapticSharpness, 0)])))
      begin += EventLimits.continuousSeconds
    }
    // Attenuate the continuous part during a pulse.
    let intensity = amplitude.map { point in
      ControlPoint(
        time: point.time,
        value: IntensityLaw.phone.intensity(amplitude: point.amplitude) * (point.emphasis == nil ? 1 : 0.8))
    }
    let sharpness =
      frequency.isEmpty
      ? [ControlPoint(time: 0, value: 0.5.squareRoot())]
      : frequency.map { ControlPoint(time: $0.time, value: $0.frequency.squareRoot()) }
    entries += HapticClip.curves(.hapticIntensityControl, from(intensity))
    entries += HapticClip.curves(.hapticSharpnessControl, from(sharpness))
    return Pattern(metadata: described, entries: entries)
  }

  package var transientPattern: Pattern {
    let entries = amplitude.compactMap { point -> PatternEntry? in
      guard let emphasis = point.emphasis else { return nil }
      return .event(
        Event(
          type: .hapticTransient, time: point.time,
          parameters: [
            EventParameter(.hapticIntensity, IntensityLaw.phone.intensity(amplitude: emphasis.amplitude)),
            EventParameter(.hapticSharpness, emphasis.frequency),
          ]))
    }
    return Pattern(metadata: described, entries: entries)
  }

  /// One pattern, in which the curves also affect the transients.
  package var mergedPattern: Pattern {
    Pattern(metadata: described, entries: continuousPattern.entries + transientPattern.entries)
  }

  private func from(_ points: [ControlPoint]) -> [ControlPoint] {
    guard let first = points.first, first.time > 0 else { return points }
    return [ControlPoint(time: 0, value: first.value)] + points
  }

  /// Splits points into curves that phones support, each starting where the previous one ends.
  static func curves(_ id: DynamicParameterID, _ points: [ControlPoint]) -> [PatternEntry] {
    var result: [PatternEntry] = []
    var index = 0
    repeat {
      let part = points[index..<min(index + EventLimits.curvePoints, points.count)]
      let begin = part.first?.time ?? 0
      result.append(
        .curve(
          ParameterCurve(id, time: begin, points: part.map { ControlPoint(time: $0.time - begin, value: $0.value) })))
      index += EventLimits.curvePoints - 1
    } while index < points.count - 1
    return result
  }

  private var described: JSONObject? {
    var members: [JSONObject.Member] = []
    for (from, to) in [("project", "Project"), ("description", "Description"), ("author", "Author")] {
      if case .string(let text)? = metadata[from] {
        members.append(JSONObject.Member(name: to, value: .string(text)))
      }
    }
    return members.isEmpty ? nil : JSONObject(members)
  }
}
