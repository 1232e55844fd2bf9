import ThrumPattern

/// A version 1 `.haptic` file (Meta's Haptics SDK, `haptic-file-spec.md`): amplitude and frequency envelopes, and short
/// pulses. Times are in seconds, values from 0 to 1.
package struct HapticClip: Equatable, Sendable {
  package struct AmplitudePoint: Equatable, Sendable {
    package var time: Double
    package var amplitude: Double
    /// A pulse that starts here, unaffected by the envelopes.
    package var emphasis: Emphasis?

    package init(time: Double, amplitude: Double, emphasis: Emphasis? = nil) {
      self.time = time
      self.amplitude = amplitude
      self.emphasis = emphasis
    }
  }

  package struct Emphasis: Equatable, Sendable {
    /// At least the amplitude of its point.
    package var amplitude: Double
    package var frequency: Double

    package init(amplitude: Double, frequency: Double) {
      self.amplitude = amplitude
      self.frequency = frequency
    }
  }

  package struct FrequencyPoint: Equatable, Sendable {
    package var time: Double
    package var frequency: Double

    package init(time: Double, frequency: Double) {
      self.time = time
      self.frequency = frequency
    }
  }

  package var metadata: JSONObject
  /// Sorted by time and linearly interpolated. Equal times mean a jump.
  package var amplitude: [AmplitudePoint]
  /// Sorted by time. The last value persists. Without points, the value is 0.5.
  package var frequency: [FrequencyPoint]

  package init(metadata: JSONObject = JSONObject(), amplitude: [AmplitudePoint], frequency: [FrequencyPoint] = []) {
    self.metadata = metadata
    self.amplitude = amplitude
    self.frequency = frequency
  }

  package var duration: Double { amplitude.last?.time ?? 0 }
}

package struct HapticClipDocument: Sendable {
  package let name: String
  /// `nil` if the file cannot be used.
  package let clip: HapticClip?
  package let diagnostics: [Diagnostic]

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension HapticClip {
  /// Writes version 1.0.0 for strict readers: at least two amplitude points, ascending times, emphases no weaker than
  /// their points, and frequencies within the clip.
  package func write() -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object(document)
    writer.finish()
    return writer.bytes
  }

  private var document: JSONObject {
    let envelopes = JSONObject([
      member("amplitude", .array(strictAmplitude.map { $0.json })),
      member("frequency", .array(frequency.filter { $0.time <= strictAmplitude.last?.time ?? 0 }.map { $0.json })),
    ])
    return JSONObject([
      member(
        "version",
        .object(JSONObject(["major", "minor", "patch"].map { member($0, .number($0 == "major" ? "1" : "0")) }))),
      member("metadata", .object(metadata)),
      member(
        "signals",
        .object(JSONObject([member("continuous", .object(JSONObject([member("envelopes", .object(envelopes))])))]))
      ),
    ])
  }

  private var strictAmplitude: [AmplitudePoint] {
    var points: [AmplitudePoint] = []
    for var point in amplitude {
      point.time = max(point.time, points.last?.time ?? 0)
      point.amplitude = min(max(point.amplitude, 0), 1)
      if let emphasis = point.emphasis {
        point.emphasis?.amplitude = min(1, max(emphasis.amplitude, point.amplitude))
        point.emphasis?.frequency = min(max(emphasis.frequency, 0), 1)
      }
      points.append(point)
    }
    if points.isEmpty { points = [AmplitudePoint(time: 0, amplitude: 0)] }
    // The length of a clip must not be 0.
    if points.count == 1 || duration <= 0 {
      points.append(AmplitudePoint(time: (points.last?.time ?? 0) + 0.01, amplitude: 0))
    }
    return points
  }
}

private func member(_ name: String, _ value: JSONValue) -> JSONObject.Member {
  JSONObject.Member(name: name, value: value)
}

/// Rounds to microseconds, or 0.00001 of full scale.
private func number(_ value: Double, _ scale: Double) -> JSONValue {
  let rounded = (value * scale).rounded() / scale
  return .number(rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded)).0" : "\(rounded)")
}

extension HapticClip.AmplitudePoint {
  fileprivate var json: JSONValue {
    var members = [member("time", number(time, 1e6)), member("amplitude", number(amplitude, 1e5))]
    if let emphasis {
      members.append(
        member(
          "emphasis",
          .object(
            JSONObject([
              member("amplitude", number(emphasis.amplitude, 1e5)),
              member("frequency", number(emphasis.frequency, 1e5)),
            ]))))
    }
    return .object(JSONObject(members))
  }
}

extension HapticClip.FrequencyPoint {
  fileprivate var json: JSONValue {
    .object(JSONObject([member("time", number(time, 1e6)), member("frequency", number(frequency, 1e5))]))
  }
}

extension HapticClip {
  /// The envelopes, one continuous event of up to 30 s for each stretch between zeros: empty if there are only pulses.
  ///
  /// Each step is an event with its intensity. Other envelopes are curves, the square root of the amplitude, since a
  /// device squares them.
  package var continuousPattern: Pattern {
    let stretches = stretches
    guard !stretches.isEmpty else {
      let hasPulses = amplitude.contains { $0.emphasis != nil }
      return Pattern(metadata: described, entries: hasPulses ? [] : closingPause(after: []))
    }
    let isStepped = stretches.allSatisfy { $0.level != nil }
    let sharpness = sharpnessPoints
    let isConstant = sharpness.allSatisfy { $0.value == sharpness[0].value }
    var entries: [PatternEntry] = []
    for stretch in stretches {
      let level = isStepped ? IntensityLaw.phone.intensity(amplitude: stretch.level ?? 1) : 1
      var begin = stretch.start
      while begin < stretch.end {
        let seconds = min(stretch.end - begin, EventLimits.continuousSeconds)
        entries.append(
          .event(
            Event(
              type: .hapticContinuous, time: begin, duration: seconds,
              parameters: [
                EventParameter(.hapticIntensity, level),
                EventParameter(.hapticSharpness, isConstant ? sharpness[0].value : 0),
              ])))
        begin += EventLimits.continuousSeconds
      }
    }
    if !isStepped { entries += HapticClip.curves(.hapticIntensityControl, from(intensityPoints)) }
    if !isConstant { entries += HapticClip.curves(.hapticSharpnessControl, from(sharpness)) }
    return Pattern(metadata: described, entries: entries + closingPause(after: entries))
  }

  /// Parts of the amplitude without a pause, and their level if it does not change.
  private var stretches: [(start: Double, end: Double, level: Double?)] {
    var result: [(start: Double, end: Double, level: Double?)] = []
    for (a, b) in zip(amplitude, amplitude.dropFirst()) where b.time > a.time && (a.amplitude > 0 || b.amplitude > 0) {
      let level = a.amplitude == b.amplitude && a.emphasis == nil && b.emphasis == nil ? a.amplitude : nil
      if let last = result.last, last.end == a.time {
        result[result.count - 1] = (last.start, b.time, last.level == level ? level : nil)
      } else {
        result.append((a.time, b.time, level))
      }
    }
    return result
  }

  private var intensityPoints: [ControlPoint] {
    amplitude.map { point in
      // Attenuate the continuous part during a pulse.
      ControlPoint(
        time: point.time,
        value: IntensityLaw.phone.intensity(amplitude: point.amplitude) * (point.emphasis == nil ? 1 : 0.8))
    }
  }

  private var sharpnessPoints: [ControlPoint] {
    frequency.isEmpty
      ? [ControlPoint(time: 0, value: 0.5.squareRoot())]
      : frequency.map { ControlPoint(time: $0.time, value: $0.frequency.squareRoot()) }
  }

  /// Keeps the clip's length where its last part is silent: a control's own value at the end, which changes nothing.
  private func closingPause(after entries: [PatternEntry]) -> [PatternEntry] {
    let end = entries.reduce(0) { max($0, $1.end) }
    // A pulse takes time itself, and some phones need a millisecond after it.
    let pulse = entries.contains { $0.isTransient } ? Double(VibrationLimits.tap) / 1000 + 0.001 : 0.001
    guard duration > end + pulse + 1e-9 else { return [] }
    let id = DynamicParameterID.hapticIntensityControl
    return [.parameter(DynamicParameter(id, value: id.defaultValue, time: duration))]
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
    let isAlone = stretches.isEmpty && !entries.isEmpty
    return Pattern(metadata: described, entries: entries + (isAlone ? closingPause(after: entries) : []))
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

extension PatternEntry {
  fileprivate var isTransient: Bool {
    if case .event(let event) = self { event.type == .hapticTransient } else { false }
  }
}
