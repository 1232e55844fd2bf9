@_exported import class CoreHaptics.GCDeviceHaptics
@_exported import let CoreHaptics.GCHapticDurationInfinite
@_exported import struct CoreHaptics.GCHapticsLocality
@_exported import Foundation
@_exported import ThrumFoundation
import CoreHaptics
import ThrumEngine
import ThrumFeedback

/// A game controller, present until `Fault.disconnectController` if the environment's device is one.
open class GCController: NSObject {
  /// The controllers in the caller's environment.
  open class func controllers() -> [GCController] { HapticEnvironment.current.hasController ? [GCController()] : [] }
  /// The most recently used controller.
  open class var current: GCController? { controllers().first }

  /// The controller's haptics.
  open var haptics: GCDeviceHaptics? { GCDeviceHaptics() }
  /// The vendor, always Thrum.
  open var vendorName: String? { "Thrum" }
  /// The category, always virtual.
  open var productCategory: String { "Virtual" }
}

extension NSNotification.Name {
  /// Posted by tests, and by a test's device.
  // swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
  public static var GCControllerDidConnect: Notification.Name { .ofPhone("GCControllerDidConnectNotification") }
  /// Posted by tests, and by a test's device.
  // swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
  public static var GCControllerDidDisconnect: Notification.Name { .ofPhone("GCControllerDidDisconnectNotification") }
}
