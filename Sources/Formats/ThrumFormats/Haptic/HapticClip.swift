import ThrumPattern

/// The contents of a version 1 `.haptic` file (Meta's Haptics SDK, `haptic-file-spec.md`): amplitude and frequency
/// envelopes, and emphases, which are short pulses.
package struct HapticClip: Equatable, Sendable {
  package struct AmplitudePoint: Equatable, Sendable {
    /// Seconds from the beginning.
    package var time: Double
    /// 0…1.
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
    /// 0…1, at least its point's amplitude.
    package var amplitude: Double
    /// 0…1.
    package var frequency: Double

    package init(amplitude: Double, frequency: Double) {
      self.amplitude = amplitude
      self.frequency = frequency
    }
  }

  package struct FrequencyPoint: Equatable, Sendable {
    /// Seconds from the beginning.
    package var time: Double
    /// 0…1.
    package var frequency: Double

    package init(time: Double, frequency: Double) {
      self.time = time
      self.frequency = frequency
    }
  }

  /// Members in file order.
  package var metadata: JSONObject
  /// Points, sorted by time and linearly interpolated. Equal times mean a jump.
  package var amplitude: [AmplitudePoint]
  /// Points, sorted by time. The last value persists; without points, the value is always 0.5.
  package var frequency: [FrequencyPoint]

  package init(metadata: JSONObject = JSONObject(), amplitude: [AmplitudePoint], frequency: [FrequencyPoint] = []) {
    self.metadata = metadata
    self.amplitude = amplitude
    self.frequency = frequency
  }

  /// Seconds until the last amplitude point.
  package var duration: Double { amplitude.last?.time ?? 0 }
}

package struct HapticClipDocument: Sendable {
  package let name: String
  /// `nil` when the file cannot be used.
  package let clip: HapticClip?
  /// Problems found while reading, in file order.
  package let diagnostics: [Diagnostic]

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
