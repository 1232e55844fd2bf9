import ThrumPattern

extension HapticClip {
  /// The clip's continuous part as a pattern: one continuous event for every 30 s, shaped by curves of intensity
  /// (the root of the amplitude, since a device squares it) and of sharpness (the root of the frequency). Empty when
  /// pulses are all that there is.
  package var continuousPattern: Pattern {
    let lastPulse = amplitude.last { $0.emphasis != nil }?.time ?? 0
    guard amplitude.contains(where: { $0.amplitude > 0 }) || duration > lastPulse + 0.011 else {
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
    // While a pulse plays, the continuous part makes room for it.
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

  /// The clip's emphases as a pattern of transients.
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

  /// Both in one pattern, whose curves shape the transients, too.
  package var mergedPattern: Pattern {
    Pattern(metadata: described, entries: continuousPattern.entries + transientPattern.entries)
  }

  /// An envelope that holds its first value from the beginning on.
  private func from(_ points: [ControlPoint]) -> [ControlPoint] {
    guard let first = points.first, first.time > 0 else { return points }
    return [ControlPoint(time: 0, value: first.value)] + points
  }

  /// Curves of as many points as phones are promised to play; each begins where the one before ends.
  private static func curves(_ id: DynamicParameterID, _ points: [ControlPoint]) -> [PatternEntry] {
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
