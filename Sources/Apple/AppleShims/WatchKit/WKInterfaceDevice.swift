@_exported import Foundation
import ThrumEngine

/// Haptics of a watch.
public enum WKHapticType: Int, Sendable {
  case notification, directionUp, directionDown, success, failure, retry, start, stop, click
  case navigationLeftTurn, navigationRightTurn, navigationGenericManeuver
  case underwaterDepthPrompt, underwaterDepthCriticalPrompt

  /// The case's name with hyphens, such as `direction-up`.
  fileprivate var title: String {
    "\(self)".reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}

/// A watch.
// Safety: has no state.
open class WKInterfaceDevice: NSObject, @unchecked Sendable {
  private static let device = WKInterfaceDevice()
  /// The watch.
  open class func current() -> WKInterfaceDevice { device }

  /// Silent, since the simulated device is a phone: logs that the feedback was withheld.
  open func play(_ type: WKHapticType) {
    HapticEnvironment.current.noteFeedback(type.title, .withheld("plays only on a watch"))
  }
}
