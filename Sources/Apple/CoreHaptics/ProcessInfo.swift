import Foundation
import ThrumEngine

extension ProcessInfo {
  /// Whether the environment's device is saving power (`Fault.savePower`).
  public var isLowPowerModeEnabled: Bool { HapticEnvironment.current.isSavingPower }
}
