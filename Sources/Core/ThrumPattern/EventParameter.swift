/// A parameter whose value is fixed when its event starts.
public struct EventParameter: Equatable, Sendable {
  /// Identifier.
  public var id: EventParameterID
  /// Value as written, not clamped.
  public var value: Double
  /// Members unknown to Core Haptics.
  public var unknown: JSONObject

  /// Creates an event parameter.
  public init(_ id: EventParameterID, _ value: Double, unknown: JSONObject = JSONObject()) {
    self.id = id
    self.value = value
    self.unknown = unknown
  }
}
