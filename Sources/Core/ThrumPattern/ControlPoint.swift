/// Control point of a curve.
public struct ControlPoint: Equatable, Sendable {
  /// Seconds from the start of the curve.
  public var time: Double
  /// Value of the control, not clamped.
  public var value: Double
  /// Members unknown to Core Haptics.
  public var unknown: JSONObject

  /// Creates a control point.
  public init(time: Double, value: Double, unknown: JSONObject = JSONObject()) {
    self.time = time
    self.value = value
    self.unknown = unknown
  }
}
