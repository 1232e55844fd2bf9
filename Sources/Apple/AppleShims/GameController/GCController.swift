@_exported import class CoreHaptics.GCDeviceHaptics
@_exported import let CoreHaptics.GCHapticDurationInfinite
@_exported import struct CoreHaptics.GCHapticsLocality
@_exported import Foundation
import CoreHaptics
import ThrumEngine

/// A game controller: there is one in an environment whose device is a controller, until `Fault.disconnectController`.
open class GCController: NSObject {
  /// The controllers of the caller's environment.
  open class func controllers() -> [GCController] { HapticEnvironment.current.hasController ? [GCController()] : [] }
  /// The controller that was used last.
  open class var current: GCController? { controllers().first }

  /// Its haptics.
  open var haptics: GCDeviceHaptics? { GCDeviceHaptics() }
  /// Who has made it.
  open var vendorName: String? { "Thrum" }
  /// What it is.
  open var productCategory: String { "Virtual" }
}

extension NSNotification.Name {
  /// Posted by tests, which play the system.
  // swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
  public static let GCControllerDidConnect = NSNotification.Name("GCControllerDidConnectNotification")
  /// Posted by tests, which play the system.
  // swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
  public static let GCControllerDidDisconnect = NSNotification.Name("GCControllerDidDisconnectNotification")
}
