/// Value to which a control is set at a given time, for all of a player's events.
public struct DynamicParameter: Equatable, Sendable {
  /// Control.
  public var id: DynamicParameterID
  /// Value as written, not clamped.
  public var value: Double
  /// Seconds from the start of the pattern.
  public var time: Double
  /// Members unknown to Core Haptics.
  public var unknown: JSONObject

  /// Creates a dynamic parameter.
  public init(_ id: DynamicParameterID, value: Double, time: Double, unknown: JSONObject = JSONObject()) {
    self.id = id
    self.value = value
    self.time = time
    self.unknown = unknown
  }
}
