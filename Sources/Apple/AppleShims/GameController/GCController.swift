import CoreHaptics
@_exported import Foundation
@_exported import ThrumCombine
import ThrumEngine
import ThrumNotifications

@_exported import class CoreHaptics.GCDeviceHaptics
@_exported import let CoreHaptics.GCHapticDurationInfinite
@_exported import struct CoreHaptics.GCHapticsLocality

/// A game controller. If the environment's device is a controller, it stays connected until
/// `Fault.disconnectController`; one that is connected later is another object.
open class GCController: NSObject {
  /// Returns the environment's controllers.
  open class func controllers() -> [GCController] {
    let environment = HapticEnvironment.current
    guard environment.hasController else { return [] }
    return [object(environment.controllerNumber, in: environment)]
  }
  fileprivate class func object(_ number: Int, in environment: HapticEnvironment) -> GCController {
    environment.object(number) { GCController() }
  }
  /// Most recently used controller.
  open class var current: GCController? { controllers().first }

  /// The controller's haptics.
  open var haptics: GCDeviceHaptics? { motors }
  private let motors = GCDeviceHaptics()
  /// Always `Thrum`.
  open var vendorName: String? { "Thrum" }
  /// Always `Virtual`.
  open var productCategory: String { "Virtual" }
  /// Unused.
  open var playerIndex = GCControllerPlayerIndex.indexUnset
  /// Always `nil`: it has no buttons.
  open var extendedGamepad: GCExtendedGamepad? { nil }

  /// Finds nothing, and calls `completionHandler`.
  open class func startWirelessControllerDiscovery(completionHandler: (@Sendable () -> Void)? = nil) {
    if let completionHandler { HapticEnvironment.current.delay(by: 0, completionHandler) }
  }
  /// Does nothing.
  open class func stopWirelessControllerDiscovery() {}
}

/// A controller's number, shown by its lights.
public enum GCControllerPlayerIndex: Int, Sendable {
  case indexUnset = -1
  case index1 = 0
  case index2 = 1
  case index3 = 2
  case index4 = 3
}

/// The buttons and sticks of a controller. There are none.
open class GCExtendedGamepad: NSObject {}

/// A stylus with haptics, which a phone does not have: there are only those that a test makes.
open class GCStylus: NSObject {
  /// Always empty.
  open class var styli: [GCStylus] { [] }

  /// The stylus's haptics.
  open var haptics: GCDeviceHaptics? { motor }
  private let motor = GCDeviceHaptics()
  /// Always `Thrum`.
  open var vendorName: String? { "Thrum" }
  /// Always `Spatial Stylus`.
  open var productCategory: String { "Spatial Stylus" }
}

extension NSNotification.Name {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Posted only in tests. Its object is the controller.
  public static var GCControllerDidConnect: Notification.Name {
    .ofController("GCControllerDidConnectNotification") { GCController.object($1, in: $0) }
  }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Posted only in tests. Its object is the controller.
  public static var GCControllerDidDisconnect: Notification.Name {
    .ofController("GCControllerDidDisconnectNotification") { GCController.object($1, in: $0) }
  }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Posted only in tests.
  public static var GCStylusDidConnect: Notification.Name { .ofPhone("GCStylusDidConnectNotification") }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Posted only in tests.
  public static var GCStylusDidDisconnect: Notification.Name { .ofPhone("GCStylusDidDisconnectNotification") }
}
