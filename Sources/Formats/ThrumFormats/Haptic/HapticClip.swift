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
