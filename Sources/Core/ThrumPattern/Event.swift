/// Event of a pattern.
public struct Event: Equatable, Sendable {
  /// Type of the event.
  public var type: EventType
  /// Seconds from the start of the pattern.
  public var time: Double
  /// Seconds until the release starts, if given.
  public var duration: Double?
  /// Path of an ``EventType/audioCustom`` event's sound: absolute, or relative to the app's resources.
  public var waveformPath: String?
  /// ID of a sound registered with an engine, in place of ``waveformPath``. Never written to a file.
  public var resourceID: Int?
  /// Whether the sound repeats until the event ends. `nil` means no.
  public var waveformLoopEnabled: Bool?
  /// Whether the envelope shapes the sound. `nil` means yes.
  public var waveformUseVolumeEnvelope: Bool?
  /// Event parameters, in file order.
  public var parameters: [EventParameter]
  /// Members unknown to Core Haptics.
  public var unknown: JSONObject

  /// Creates an event.
  public init(
    type: EventType, time: Double, duration: Double? = nil, waveformPath: String? = nil,
    waveformLoopEnabled: Bool? = nil, waveformUseVolumeEnvelope: Bool? = nil,
    parameters: [EventParameter] = [], unknown: JSONObject = JSONObject()
  ) {
    self.type = type
    self.time = time
    self.duration = duration
    self.waveformPath = waveformPath
    self.waveformLoopEnabled = waveformLoopEnabled
    self.waveformUseVolumeEnvelope = waveformUseVolumeEnvelope
    self.parameters = parameters
    self.unknown = unknown
  }

  /// Returns the value in effect: the last one given, clamped, or the event type's default.
  public func value(of id: EventParameterID) -> Double {
    guard let given = parameters.last(where: { $0.id == id })?.value, !given.isNaN else {
      return id.defaultValue(for: type)
    }
    return EventLimits.playedValue(min(max(given, id.range.lowerBound), id.range.upperBound))
  }
}
