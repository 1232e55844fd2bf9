import ThrumPattern

/// A haptic clip: what a `.haptic` file of version 1 says (Meta's Haptics SDK, `haptic-file-spec.md`). An envelope of
/// amplitude, one of frequency, and emphases, which are short pulses of their own.
package struct HapticClip: Equatable, Sendable {
  /// A point of the amplitude's envelope.
  package struct AmplitudePoint: Equatable, Sendable {
    /// Seconds from the beginning.
    package var time: Double
    /// 0 … 1.
    package var amplitude: Double
    /// A pulse that begins here, which the envelopes do not shape.
    package var emphasis: Emphasis?

    /// Makes a point.
    package init(time: Double, amplitude: Double, emphasis: Emphasis? = nil) {
      self.time = time
      self.amplitude = amplitude
      self.emphasis = emphasis
    }
  }

  /// A short pulse.
  package struct Emphasis: Equatable, Sendable {
    /// 0 … 1, at least the amplitude of its point.
    package var amplitude: Double
    /// 0 … 1.
    package var frequency: Double

    /// Makes a pulse.
    package init(amplitude: Double, frequency: Double) {
      self.amplitude = amplitude
      self.frequency = frequency
    }
  }

  /// A point of the frequency's envelope.
  package struct FrequencyPoint: Equatable, Sendable {
    /// Seconds from the beginning.
    package var time: Double
    /// 0 … 1.
    package var frequency: Double

    /// Makes a point.
    package init(time: Double, frequency: Double) {
      self.time = time
      self.frequency = frequency
    }
  }

  /// The `metadata` object, in file order.
  package var metadata: JSONObject
  /// By rising time; linear in between, equal times are a jump.
  package var amplitude: [AmplitudePoint]
  /// By rising time; none means 0.5 throughout, and the last value holds.
  package var frequency: [FrequencyPoint]

  /// Makes a clip.
  package init(metadata: JSONObject = JSONObject(), amplitude: [AmplitudePoint], frequency: [FrequencyPoint] = []) {
    self.metadata = metadata
    self.amplitude = amplitude
    self.frequency = frequency
  }

  /// Seconds: the time of the last point of the amplitude.
  package var duration: Double { amplitude.last?.time ?? 0 }
}

/// A `.haptic` file that was read.
package struct HapticClipDocument: Sendable {
  /// The file's name as given by the caller.
  package let name: String
  /// The clip; `nil` when the file cannot be used.
  package let clip: HapticClip?
  /// What was found while reading, in the order of the text.
  package let diagnostics: [Diagnostic]

  /// Whether the file cannot be used.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
