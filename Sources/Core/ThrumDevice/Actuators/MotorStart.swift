/// How far a drive has come in starting an ``EccentricMotor``: a weight at rest turns only after the dead time.
///
/// Time is counted in steps: frames in the renderer, milliseconds in the search for on and off times.
package struct MotorStart: BitwiseCopyable, Equatable, Sendable {
  /// Share of the rated speed below which the weight counts as at rest. Assumed: the force is then 1 % of the full one.
  package static let restShare = 0.1

  @usableFromInline var drivenSteps: Int32

  /// - Parameter drivenSteps: how long the motor has been driven.
  @_noLocks @inlinable
  package init(drivenSteps: Int32 = 0) { self.drivenSteps = drivenSteps }

  /// Whether no drive has begun to start the motor.
  @inlinable package var isPending: Bool { @_noLocks get { drivenSteps == 0 } }

  /// Counts a step. Returns whether the drive reaches the motor in it.
  ///
  /// - Parameters:
  ///   - deadSteps: the dead time.
  ///   - isDriven: whether there is a drive that could start the motor.
  ///   - isTurning: whether the weight is not at rest.
  @_noLocks @inlinable
  package mutating func reaches(after deadSteps: Int32, isDriven: Bool, isTurning: Bool) -> Bool {
    if isTurning {
      drivenSteps = deadSteps
    } else if !isDriven {
      drivenSteps = 0
    } else if drivenSteps < deadSteps {
      drivenSteps += 1
      return false
    }
    return true
  }
}
