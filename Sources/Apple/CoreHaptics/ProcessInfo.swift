import Foundation
import ThrumEngine

extension ProcessInfo {
  /// Whether the device of the caller's environment saves power (`Fault.savePower`).
  public var isLowPowerModeEnabled: Bool { HapticEnvironment.current.isSavingPower }
}
