/// A control's piecewise-linear path, applied to all of a player's events.
public struct ParameterCurve: Equatable, Sendable {
  /// Control.
  public var id: DynamicParameterID
  /// Seconds from the start of the pattern.
  public var time: Double
  /// Control points, with times relative to the start of the curve.
  public var points: [ControlPoint]
  /// Members unknown to Core Haptics.
  public var unknown: JSONObject

  /// Creates a curve.
  public init(
    _ id: DynamicParameterID, time: Double, points: [ControlPoint], unknown: JSONObject = JSONObject()
  ) {
    self.id = id
    self.time = time
    self.points = points
    self.unknown = unknown
  }
}
