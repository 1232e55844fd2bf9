import CoreHaptics
@_exported import Foundation
@_exported import ThrumCombine
import ThrumEngine
import ThrumNotifications

@_exported import class CoreHaptics.GCDeviceHaptics
@_exported import let CoreHaptics.GCHapticDurationInfinite
@_exported import struct CoreHaptics.GCHapticsLocality

/// A game controller. If the environment's device is a controller, it stays connected until
/// `Fault.disconnectController`.
open class GCController: NSObject {
  /// Returns the environment's controllers.
  open class func controllers() -> [GCController] { HapticEnvironment.current.hasController ? [GCController()] : [] }
  /// Most recently used controller.
  open class var current: GCController? { controllers().first }

  /// The controller's haptics.
  open var haptics: GCDeviceHaptics? { GCDeviceHaptics() }
  /// Always `Thrum`.
  open var vendorName: String? { "Thrum" }
  /// Always `Virtual`.
  open var productCategory: String { "Virtual" }
}

extension NSNotification.Name {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Posted only in tests.
  public static var GCControllerDidConnect: Notification.Name { .ofPhone("GCControllerDidConnectNotification") }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Posted only in tests.
  public static var GCControllerDidDisconnect: Notification.Name { .ofPhone("GCControllerDidDisconnectNotification") }
}
