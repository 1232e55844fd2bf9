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
