/// A haptic clip: what a `.haptic` file of version 1 says (Meta's Haptics SDK, `haptic-file-spec.md`). An envelope of
/// amplitude, one of frequency, and emphases, which are short pulses of their own.
public struct HapticClip: Equatable, Sendable {
  /// A point of the amplitude's envelope.
  public struct AmplitudePoint: Equatable, Sendable {
    /// Seconds from the beginning.
    public var time: Double
    /// 0 … 1.
    public var amplitude: Double
    /// A pulse that begins here, which the envelopes do not shape.
    public var emphasis: Emphasis?

    /// Makes a point.
    public init(time: Double, amplitude: Double, emphasis: Emphasis? = nil) {
      self.time = time
      self.amplitude = amplitude
      self.emphasis = emphasis
    }
  }

  /// A short pulse.
  public struct Emphasis: Equatable, Sendable {
    /// 0 … 1, at least the amplitude of its point.
    public var amplitude: Double
    /// 0 … 1.
    public var frequency: Double

    /// Makes a pulse.
    public init(amplitude: Double, frequency: Double) {
      self.amplitude = amplitude
      self.frequency = frequency
    }
  }

  /// A point of the frequency's envelope.
  public struct FrequencyPoint: Equatable, Sendable {
    /// Seconds from the beginning.
    public var time: Double
    /// 0 … 1.
    public var frequency: Double

    /// Makes a point.
    public init(time: Double, frequency: Double) {
      self.time = time
      self.frequency = frequency
    }
  }

  /// The `metadata` object, in file order.
  public var metadata: JSONObject
  /// By rising time; linear in between, equal times are a jump.
  public var amplitude: [AmplitudePoint]
  /// By rising time; none means 0.5 throughout, and the last value holds.
  public var frequency: [FrequencyPoint]

  /// Makes a clip.
  public init(metadata: JSONObject = JSONObject(), amplitude: [AmplitudePoint], frequency: [FrequencyPoint] = []) {
    self.metadata = metadata
    self.amplitude = amplitude
    self.frequency = frequency
  }

  /// Seconds: the time of the last point of the amplitude.
  public var duration: Double { amplitude.last?.time ?? 0 }
}

/// A `.haptic` file that was read.
public struct HapticClipDocument: Sendable {
  /// The file's name as given by the caller.
  public let name: String
  /// The clip; `nil` when the file cannot be used.
  public let clip: HapticClip?
  /// What was found while reading, in the order of the text.
  public let diagnostics: [Diagnostic]

  /// Whether the file cannot be used.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
