import Foundation
import ThrumPattern

/// A parameter that is fixed when its event starts.
open class CHHapticEventParameter: NSObject {
  /// Parameter name.
  open var parameterID: CHHapticEvent.ParameterID { id }
  /// Specified value, clamped where it is used.
  open var value: Float
  private let id: CHHapticEvent.ParameterID

  /// Creates a parameter.
  public init(parameterID: CHHapticEvent.ParameterID, value: Float) {
    id = parameterID
    self.value = value
    super.init()
  }
}
