import Foundation
import ThrumPattern

/// A control's piecewise-linear path.
open class CHHapticParameterCurve: NSObject {
  /// A point on the curve.
  open class ControlPoint: NSObject {
    /// Seconds from the curve's start.
    open var relativeTime: TimeInterval
    /// The control's value.
    open var value: Float

    /// Creates a point.
    public init(relativeTime time: TimeInterval, value: Float) {
      relativeTime = time
      self.value = value
      super.init()
    }
  }

  /// The control.
  open var parameterID: CHHapticDynamicParameter.ID { id }
  /// Seconds from the pattern's start.
  open var relativeTime: TimeInterval
  /// Control points.
  open var controlPoints: [CHHapticParameterCurve.ControlPoint] { points }
  private let id: CHHapticDynamicParameter.ID
  private let points: [CHHapticParameterCurve.ControlPoint]

  /// Creates a curve.
  public init(
    parameterID: CHHapticDynamicParameter.ID, controlPoints: [CHHapticParameterCurve.ControlPoint],
    relativeTime: TimeInterval
  ) {
    id = parameterID
    points = controlPoints
    self.relativeTime = relativeTime
    super.init()
  }
}
