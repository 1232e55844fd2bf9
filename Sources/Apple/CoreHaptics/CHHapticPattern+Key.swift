extension CHHapticPattern.Key {
  /// Lowest Core Haptics version that can play the pattern.
  public static let version = "Version"
  /// Array of entries.
  public static let pattern = "Pattern"
  /// An entry's event.
  public static let event = "Event"
  /// An event's type.
  public static let eventType = "EventType"
  /// Time in seconds.
  public static let time = "Time"
  /// Duration in seconds.
  public static let eventDuration = "EventDuration"
  /// A sound's path.
  public static let eventWaveformPath = "EventWaveformPath"
  /// An event's parameters.
  public static let eventParameters = "EventParameters"
  /// Whether the envelope shapes a sound.
  public static let eventWaveformUseVolumeEnvelope = "EventWaveformUseVolumeEnvelope"
  /// Whether the sound repeats.
  public static let eventWaveformLoopEnabled = "EventWaveformLoopEnabled"
  /// An entry's dynamic parameter.
  public static let parameter = "Parameter"
  /// A parameter's name.
  public static let parameterID = "ParameterID"
  /// A parameter's value.
  public static let parameterValue = "ParameterValue"
  /// An entry's curve.
  public static let parameterCurve = "ParameterCurve"
  /// A curve's points.
  public static let parameterCurveControlPoints = "ParameterCurveControlPoints"

  /// Raw-value type for enums, as in Apple's API.
  public typealias RawValue = String
  /// The key's name.
  public var rawValue: String { self }
  /// Creates a key with any name.
  public init(rawValue: String) { self = rawValue }
}
